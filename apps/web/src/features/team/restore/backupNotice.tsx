/** A server that is behind this device, and what a restored backup left to do. */
import type { SetBack } from '@kontor/client/replica/status';
import { Alert, Button, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { Suspense, useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { useHasRole } from '../../../platform/workspace/actor.ts';
import { useObservable, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { restoreMessages } from './messages.ts';
import css from './restore.module.css';

const BackupDialog = lazyPart(async () => (await import('./backupDialog.tsx')).BackupDialog);
const LostNotice = lazyPart(async () => (await import('./lostNotice.tsx')).LostNotice);

export function BackupNotice() {
  const { records } = useWorkspace();
  const setBack = useObservable(records.setBack);
  const lost = useObservable(records.lost);
  const isAdmin = useHasRole('ADMIN');
  if (setBack) return <SetBackAlert setBack={setBack} isAdmin={isAdmin} />;
  return (
    lost && (
      <Suspense>
        <LostNotice lost={lost} isAdmin={isAdmin} />
      </Suspense>
    )
  );
}

/** Says that the server is behind; what an admin opened to look at it closes with that. */
function SetBackAlert({ setBack, isAdmin }: { setBack: SetBack; isAdmin: boolean }) {
  const t = useMessages(restoreMessages);
  const worksHere = useHasRole('EMPLOYEE');
  const [isLooking, setLooking] = useState(false);
  return (
    <Alert className={css.notice} color="red" variant="light" title={t('behind')} role="alert">
      <Text size="sm">{t(isAdmin ? 'askServer' : worksHere ? 'askAdmin' : 'askFirm')}</Text>
      {isAdmin && (
        <Button size="compact-sm" variant="default" mt="sm" onClick={() => setLooking(true)}>
          {t('look')}
        </Button>
      )}
      {isLooking && (
        <Suspense>
          <BackupDialog setBack={setBack} onClose={() => setLooking(false)} />
        </Suspense>
      )}
    </Alert>
  );
}
