import { askForAgreement } from '@kontor/client/nouns/agreement';
import type { Agreement } from '@kontor/contract/wire/server';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { usePeople } from '../member/queries.ts';
import { agreementMessages } from './messages.ts';

/** ms for the file on its way here and, sealed, back. */
const timeout = 60_000;

/** The button by which the owner lays the agreement before themselves, to read it whole and sign it. */
export function SignAgreement({ workspace, offered }: { workspace: string; offered: Agreement }) {
  const t = useMessages(agreementMessages);
  const navigate = useNavigate();
  const { records, userId } = useWorkspace();
  const askerName = usePeople().get(userId)?.name ?? '';
  const [isBusy, setIsBusy] = useState(false);
  const open = async () => {
    setIsBusy(true);
    try {
      const pdf = await currentSession().registrations.agreement();
      const asked = { pdf, askerName, name: t('fileName', { version: offered.version }) };
      const by = { userId, at: Date.now() };
      const signing = await askForAgreement(records, asked, by, AbortSignal.timeout(timeout));
      await navigate({ to: '/$workspace/signatures/$signing', params: { workspace, signing } });
    } catch (failure) {
      toastFailure(failure, t('failed'));
      setIsBusy(false);
    }
  };
  return (
    <Button variant="default" loading={isBusy} onClick={() => void open()}>
      {t('readAndSign')}
    </Button>
  );
}
