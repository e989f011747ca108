import { useEffect, useState } from 'react';
import { Confirmation } from '../../features/cancellation/confirmation.tsx';
import { cancellationMessages } from '../../features/cancellation/messages.ts';
import { CancellationRequestForm, LinkSent } from '../../features/cancellation/requestForm.tsx';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';

const tokenOf = () => location.hash.slice(1);

/** Cancels a subscription by a mailed link, whose secret stands in the fragment; for people who are not signed in. */
export function Cancel() {
  const t = useMessages(cancellationMessages);
  usePage(t('title'));
  const [token, setToken] = useState(tokenOf);
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  const mailed = (to: string) => {
    setEmail(to);
    setIsSent(true);
  };
  // Another link that is opened in the same tab differs in its fragment alone.
  useEffect(() => {
    const take = () => setToken(tokenOf());
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  if (token) return <Confirmation key={token} token={token} onAgain={() => setToken('')} />;
  if (isSent) return <LinkSent email={email} onOther={() => setIsSent(false)} />;
  return <CancellationRequestForm email={email} onSent={mailed} />;
}
