import type { Recovery, RecoveryCode } from '@kontor/contract/wire/recovery';
import { failureCode, failureText } from '../../../platform/failures/failures.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { currentSession } from '../../../platform/workspace/session.ts';
import { MailedCode } from '../mailedCode.tsx';
import { recoveryMessages } from './messages.ts';
import { type PendingRecovery, setPendingRecovery } from './pending.ts';

interface CodeStepProps {
  sent: PendingRecovery;
  onSent: (sent: PendingRecovery) => void;
  /** Is called when the person wants to type another address. */
  onOther: () => void;
  onRight: (code: RecoveryCode, facts: Recovery) => void;
}

/** Asks for the code that lets somebody set another password. */
export function CodeStep({ sent: { email, state }, onSent, onOther, onRight }: CodeStepProps) {
  const t = useMessages(recoveryMessages);
  const check = async (entered: string) => {
    const code = { state, code: entered };
    onRight(code, await currentSession().recovery.check(code));
  };
  return (
    <MailedCode
      intro={t('sent', { email })}
      resent={t('resent', { email })}
      label={t('code')}
      action={t('next')}
      onCode={check}
      failureText={(failure) =>
        failureCode(failure) === 'INVALID_CODE' ? t('invalidCode') : failureText(failure, t('failed'))
      }
      onResend={async () => onSent({ email, state: await currentSession().recovery.request(email) })}
      onOther={onOther}
      onLeave={() => setPendingRecovery(undefined)}
    />
  );
}
