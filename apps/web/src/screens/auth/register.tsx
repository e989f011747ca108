import { useState } from 'react';
import { CodeForm } from '../../features/auth/codeForm.tsx';
import { awaitCode, awaitedCode } from '../../features/auth/pending.ts';
import { RegisterForm } from '../../features/auth/registerForm.tsx';

/** Registration: the form, then the code that our mail brings. */
export function Register() {
  const [email, setEmail] = useState(awaitedCode);
  if (email) return <CodeForm email={email} />;
  return (
    <RegisterForm
      onRegistered={(address) => {
        awaitCode(address);
        setEmail(address);
      }}
    />
  );
}
