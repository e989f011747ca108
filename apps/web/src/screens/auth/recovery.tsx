import type { Recovery as Facts, RecoveryCode } from '@kontor/contract/wire/recovery';
import { useState } from 'react';
import { CodeStep } from '../../features/auth/recovery/codeStep.tsx';
import {
  type PendingRecovery,
  pendingRecovery,
  setPendingRecovery,
} from '../../features/auth/recovery/pending.ts';
import { RecoveryRequestForm } from '../../features/auth/recovery/requestForm.tsx';
import { ResetForm } from '../../features/auth/recovery/resetForm.tsx';

/** Shows a forgotten password: the address, the mailed code, another password. */
export function Recovery() {
  const [sent, setSent] = useState(pendingRecovery);
  const [right, setRight] = useState<{ code: RecoveryCode; facts: Facts }>();
  const keep = (next: PendingRecovery | undefined) => {
    setPendingRecovery(next);
    setSent(next);
  };
  if (sent && right) return <ResetForm email={sent.email} {...right} onInvalid={() => setRight(undefined)} />;
  if (sent)
    return (
      <CodeStep
        sent={sent}
        onSent={keep}
        onOther={() => keep(undefined)}
        onRight={(code, facts) => setRight({ code, facts })}
      />
    );
  return <RecoveryRequestForm onSent={keep} />;
}
