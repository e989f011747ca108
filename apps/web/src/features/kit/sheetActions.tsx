import { Button, Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { language } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { confirm } from '../../ui/overlay/confirm.tsx';
import type { KitFacts } from './layout.ts';
import { kitMessages } from './messages.ts';

/** Hands bytes to the person as a file. */
function download(bytes: Uint8Array<ArrayBuffer>, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

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
      download(await kitPdf(facts, t('sheetTitle'), language()), t('fileName'), 'application/pdf');
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
