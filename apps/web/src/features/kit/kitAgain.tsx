import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { useStepFocus } from '../../platform/useStepFocus.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { factsOf } from './facts.ts';
import { KitPassword } from './kitPassword.tsx';
import { KitSheet } from './kitSheet.tsx';
import css from './kitSteps.module.css';
import type { KitFacts } from './layout.ts';
import { kitMessages } from './messages.ts';
import { SheetActions } from './sheetActions.tsx';

/** Shows the kit in force once more, for whoever knows the password. */
export function KitAgain({ onDone }: { onDone: () => void }) {
  const t = useMessages(kitMessages);
  const [facts, setFacts] = useState<KitFacts>();
  useStepFocus(facts ? 'sheet' : 'password');
  if (!facts)
    return (
      <KitPassword
        intro={t('againIntro')}
        onPassword={async (password) =>
          setFacts(factsOf((await currentSession().account.showKit(password)).words))
        }
      >
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </KitPassword>
    );
  return (
    <>
      <Title order={1} mb="xs">
        {t('title')}
      </Title>
      <Text mb="lg">{t('againWords')}</Text>
      <KitSheet {...facts} />
      <div className={css.actions}>
        <SheetActions facts={facts} />
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
    </>
  );
}
