import './trustedTypes.ts';
import '../platform/mantine.css';
import '../platform/theme.css';
import { startBrowserSession } from '@kontor/client/session/browserSession';
import { createRoot } from 'react-dom/client';
import { startJoinLink } from '../platform/joinLink.ts';
import { startLanguage } from '../platform/locale.ts';
import { provideSession } from '../platform/session.ts';
import { colorScheme } from '../platform/theme.ts';
import { App, Notice } from './app.tsx';
import { makeRouter } from './router.tsx';

// Before anything is fetched: the secret of an invitation leaves the address.
startJoinLink();
startLanguage();
const root = createRoot(document.querySelector('#root')!);
if (isSecureContext) {
  provideSession(startBrowserSession());
  root.render(<App router={makeRouter()} />);
} else {
  root.render(<Notice />);
}
colorScheme.set('light');
