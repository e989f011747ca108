import { askForAgreement } from '@kontor/client/nouns/agreement';
import { fileHash } from '@kontor/client/nouns/signedDocument';
import type { Agreement } from '@kontor/contract/wire/server';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { currentWorkspace, useWorkspace } from '../../platform/workspace/workspace.ts';
import { agreementMessages } from './messages.ts';

/** ms for the file on its way here and, sealed, back. */
const timeout = 60_000;

interface SignAgreementProps {
  workspace: string;
  offered: Agreement;
  /** As the owner is called. */
  askerName: string;
}

/** Shows the button by which the owner lays the agreement before themselves, to read it whole and sign it. */
export function SignAgreement({ workspace, offered, askerName }: SignAgreementProps) {
  const t = useMessages(agreementMessages);
  const navigate = useNavigate();
  const { records, userId } = useWorkspace();
  const [isBusy, setIsBusy] = useState(false);
  const open = async () => {
    setIsBusy(true);
    try {
      const signal = AbortSignal.timeout(timeout);
      const pdf = await currentSession().registrations.agreement(signal);
      const file = await currentWorkspace().store(pdf, signal);
      const name = t('fileName', { version: offered.version });
      const asked = { file, name, sha256: await fileHash(pdf), askerName };
      const by = { userId, at: Date.now() };
      const signing = askForAgreement(records, asked, by);
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
