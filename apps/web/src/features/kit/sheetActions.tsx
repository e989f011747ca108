import { Button, Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { saveFile } from '../../platform/saveFile.ts';
import { language } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { confirm } from '../../ui/overlay/confirm.tsx';
import type { KitFacts } from './layout.ts';
import { kitMessages } from './messages.ts';

/** Prints the sheet, or saves it as a file. */
export function SheetActions({ facts }: { facts: KitFacts }) {
  const t = useMessages(kitMessages);
  const [saving, setSaving] = useState(false);

  const save = async () => {
    const isAgreed = await confirm({
      title: t('saveTitle'),
      body: t('saveBody'),
      action: t('saveFile'),
    });
    if (!isAgreed) return;
    setSaving(true);
    try {
      const { kitPdf } = await import('./pdf.ts');
      const bytes = await kitPdf(facts, t('sheetTitle'), language());
      saveFile(new Blob([bytes], { type: 'application/pdf' }), t('fileName'));
    } catch (failure) {
      toastFailure(failure, t('saveFailed'));
    }
    setSaving(false);
  };

  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<Icon of={IconPrinter} />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      <Button
        variant="default"
        loading={saving}
        leftSection={<Icon of={IconDownload} />}
        onClick={() => void save()}
      >
        {t('save')}
      </Button>
    </Group>
  );
}
