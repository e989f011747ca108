import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { CodeForm } from '../../features/auth/codeForm.tsx';
import { authMessages } from '../../features/auth/messages.ts';
import { clearPending, pendingEmail, setPendingEmail } from '../../features/auth/pending.ts';
import { RegisterForm } from '../../features/auth/registerForm.tsx';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useServerTerms } from '../../platform/workspace/serverTerms.ts';
import { ButtonLink } from '../../ui/nav/link.tsx';

/** Shows the registration: the form, then the code that our mail brings; or why there is none. */
export function Register() {
  const [email, setEmail] = useState(pendingEmail);
  const terms = useServerTerms();
  const onOther = () => {
    clearPending();
    setEmail(undefined);
  };
  if (email) return <CodeForm email={email} onOther={onOther} />;
  if (terms?.registration === 'closed') return <Closed />;
  return (
    <RegisterForm
      terms={terms}
      onRegistered={(address) => {
        setPendingEmail(address);
        setEmail(address);
      }}
    />
  );
}

function Closed() {
  const t = useMessages(authMessages);
  usePage(t('accountsClosed'));
  return (
    <Stack gap="lg">
      <Title order={1}>{t('accountsClosed')}</Title>
      <Text>{t('closedIntro')}</Text>
      <ButtonLink to="/login" search>
        {t('login')}
      </ButtonLink>
    </Stack>
  );
}
