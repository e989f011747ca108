import { useNavigate } from '@tanstack/react-router';
import { failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession } from '../../platform/workspace/session.ts';
import { MailedCode } from './mailedCode.tsx';
import { authMessages } from './messages.ts';
import { clearPending } from './pending.ts';

interface CodeFormProps {
  email: string;
  /** Is called when the person wants to register with another address. */
  onOther: () => void;
}

/** Asks for the code that proves whose the address of a new account is. */
export function CodeForm({ email, onOther }: CodeFormProps) {
  const t = useMessages(authMessages);
  const navigate = useNavigate();
  const verify = async (code: string) => {
    await currentSession().registrations.verify(email, code);
    clearPending();
    toast.success(t('verified'));
    await navigate({ to: '/login', search: true });
  };
  return (
    <MailedCode
      intro={t('codeSent', { email })}
      resent={t('resent', { email })}
      label={t('code')}
      action={t('verify')}
      onCode={verify}
      failureText={failureText}
      onResend={() => currentSession().registrations.resendCode(email)}
      onOther={onOther}
      onLeave={clearPending}
    />
  );
}
