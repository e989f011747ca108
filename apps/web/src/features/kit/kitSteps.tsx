import { Alert, Button, Group, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useStepFocus } from '../../platform/useStepFocus.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { AskWords } from './askWords.tsx';
import { factsOf } from './facts.ts';
import { KitPassword } from './kitPassword.tsx';
import { KitSheet } from './kitSheet.tsx';
import css from './kitSteps.module.css';
import type { KitFacts } from './layout.ts';
import { kitMessages } from './messages.ts';
import { SheetActions } from './sheetActions.tsx';

interface KitStepsProps {
  onDone: () => void;
  /** Offers to go on without; nothing is kept then. */
  onLater: () => void;
}

/** Shows a new recovery kit: the password, a look at the sheet, print or save it, give two words back. */
export function KitSteps({ onDone, onLater }: KitStepsProps) {
  const t = useMessages(kitMessages);
  const [facts, setFacts] = useState<KitFacts>();
  const [asking, setAsking] = useState(false);
  useStepFocus(facts ? (asking ? 'words' : 'sheet') : 'password');

  const later = async () => {
    const hasOne = currentSession().user?.hasKit;
    const sure =
      hasOne || (await confirm({ title: t('laterTitle'), body: t('laterBody'), action: t('laterAction') }));
    if (sure) onLater();
  };
  const laterButton = (
    <Button variant="subtle" color="gray.9" onClick={() => void later()}>
      {t('later')}
    </Button>
  );

  const finish = async () => {
    try {
      await currentSession().account.confirmKit();
      toast.success(t('ready'));
      onDone();
    } catch (failure) {
      toastFailure(failure, t('confirmFailed'));
    }
  };

  if (!facts)
    return (
      <KitPassword
        intro={t('intro')}
        onPassword={async (password) =>
          setFacts(factsOf((await currentSession().account.createKit(password)).words))
        }
      >
        {laterButton}
      </KitPassword>
    );
  if (asking) return <AskWords words={facts.words} onBack={() => setAsking(false)} onRight={finish} />;
  return (
    <>
      <Title order={1} mb="xs">
        {t('title')}
      </Title>
      <Text mb="lg">{t('intro')}</Text>
      <Alert color="orange" mb="lg">
        {t('lastAdmin')}
      </Alert>
      <KitSheet {...facts} />
      <div className={css.actions}>
        <SheetActions facts={facts} />
        <Group gap="sm">
          {laterButton}
          <Button onClick={() => setAsking(true)}>{t('next')}</Button>
        </Group>
      </div>
    </>
  );
}
