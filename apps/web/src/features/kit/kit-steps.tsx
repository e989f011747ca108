import { Alert, Button, Group, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { language } from '../../platform/locale.ts';
import { useMessages } from '../../platform/messages.ts';
import { currentSession } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AskWords } from './ask-words.tsx';
import css from './kit-steps.module.css';
import type { KitFacts } from './layout.ts';
import { kitMessages } from './messages.ts';
import { Sheet } from './sheet.tsx';

interface KitStepsProps {
  onDone: () => void;
  /** Offers to go on without; nothing is kept then. */
  onLater: () => void;
}

/** Hands bytes to the person as a file. */
function download(bytes: Uint8Array<ArrayBuffer>, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The recovery kit: look at the sheet, print or save it, give two words back. */
export function KitSteps({ onDone, onLater }: KitStepsProps) {
  const t = useMessages(kitMessages);
  const [facts, setFacts] = useState<KitFacts>();
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);

  useEffect(() => {
    let stale = false;
    const session = currentSession();
    session
      .createKit()
      .then(({ words }) => {
        if (!stale)
          setFacts({ words, email: session.user?.email ?? '', server: location.origin, date: new Date() });
      })
      .catch((failure: unknown) => toastFailure(failure, kitMessages.t('makeFailed')));
    return () => {
      stale = true;
    };
  }, []);

  const save = async (kit: KitFacts) => {
    setSaving(true);
    try {
      const { kitPdf } = await import('./pdf.ts');
      download(await kitPdf(kit, t('sheetTitle'), language()), 'kontor-recovery-kit.pdf', 'application/pdf');
    } catch (failure) {
      toastFailure(failure, t('saveFailed'));
    }
    setSaving(false);
  };

  const later = async () => {
    const hasOne = currentSession().user?.hasKit;
    const sure =
      hasOne || (await confirm({ title: t('laterTitle'), body: t('laterBody'), action: t('laterAction') }));
    if (sure) onLater();
  };

  const finish = async () => {
    try {
      await currentSession().confirmKit();
      toast.success(t('ready'));
      onDone();
    } catch (failure) {
      toastFailure(failure, t('confirmFailed'));
    }
  };

  if (facts && asking)
    return <AskWords words={facts.words} onBack={() => setAsking(false)} onRight={finish} />;
  return (
    <>
      <Title order={1} mb="xs">
        {t('title')}
      </Title>
      <Text mb="lg">{t('intro')}</Text>
      <Alert color="orange" mb="lg">
        {t('lastAdmin')}
      </Alert>
      {facts ? (
        <Sheet {...facts} />
      ) : (
        <div className={css.waiting} role="status">
          {t('making')}
        </div>
      )}
      <div className={css.actions}>
        <Group gap="sm">
          <Button
            variant="default"
            disabled={!facts}
            leftSection={<Icon of={IconPrinter} />}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
          <Button
            variant="default"
            disabled={!facts}
            loading={saving}
            leftSection={<Icon of={IconDownload} />}
            onClick={() => facts && void save(facts)}
          >
            {t('save')}
          </Button>
        </Group>
        <Group gap="sm">
          <Button variant="subtle" color="gray.9" onClick={() => void later()}>
            {t('later')}
          </Button>
          <Button disabled={!facts} onClick={() => setAsking(true)}>
            {t('next')}
          </Button>
        </Group>
      </div>
    </>
  );
}
