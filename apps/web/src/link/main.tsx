/** Starts the page that opens a link: no router, no session, nothing kept on the device. */
import '../app/trustedTypes.ts';
import '../platform/theme/mantine.css';
import '../platform/theme/theme.css';
import { Http } from '@kontor/client/http/http';
import { readAddress } from '@kontor/client/link/address';
import { workerReader } from '@kontor/client/link/workerReader';
import { createRoot } from 'react-dom/client';
import { Insecure } from '../app/errors/insecure.tsx';
import { Look } from '../app/look.tsx';
import { startLanguage } from '../platform/text/locale.ts';
import { LinkPage } from './linkPage.tsx';

startLanguage();
// Whoever is signed in to the same server comes as a stranger like everybody else.
const anonymous: typeof fetch = (input, init) => fetch(input, { ...init, credentials: 'omit' });
const visitor = isSecureContext && {
  http: new Http({ origin: location.origin, fetch: anonymous }),
  reader: workerReader(),
};
const root = createRoot(document.querySelector('#root')!);
const draw = () =>
  root.render(
    <Look>
      {visitor ? (
        <LinkPage key={location.href} visitor={visitor} address={readAddress(location)} />
      ) : (
        <Insecure />
      )}
    </Look>,
  );
// Another link that is put into the same tab's address may differ in its fragment alone.
addEventListener('hashchange', draw);
draw();
