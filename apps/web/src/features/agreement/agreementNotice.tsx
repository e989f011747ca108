import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { keepOwnItem, ownItem } from '../../platform/ownItems.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useActor } from '../../platform/workspace/actor.ts';
import { agreementMessages } from './messages.ts';
import { useAgreements } from './queries.ts';
import { SignAgreement } from './signAgreement.tsx';

/** Names the version that was put off in a workspace on this device. */
const laterKey = (workspace: string) => `agreement later ${workspace}`;

/** Offers the owner an agreement that they have not signed, until they put that version off. */
export function AgreementNotice({ workspace, askerName }: { workspace: string; askerName: string }) {
  const t = useMessages(agreementMessages);
  const agreements = useAgreements();
  const isOwner = useActor()?.isOwner === true;
  const [later, setLater] = useState(() => ownItem(laterKey(workspace)));
  const { offered, current } = agreements ?? {};
  if (!isOwner || !offered || current) return null;
  if (later === offered.sha256) return null;
  const putOff = () => {
    setLater(offered.sha256);
    keepOwnItem(laterKey(workspace), offered.sha256);
  };
  return (
    <Alert variant="light" mb="md" title={t('agreement')}>
      {t('isOffered', { version: offered.version })}
      <Group mt="sm">
        <SignAgreement workspace={workspace} offered={offered} askerName={askerName} />
        <Button variant="subtle" onClick={putOff}>
          {t('later')}
        </Button>
      </Group>
    </Alert>
  );
}
