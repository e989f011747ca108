import './trustedTypes.ts';
import '../platform/theme/mantine.css';
import '../platform/theme/theme.css';
import { startBrowserSession } from '@kontor/client/session/browserSession';
import { createRoot } from 'react-dom/client';
import { isDesktop } from '../platform/desktop/desktop.ts';
import { refuseDrops } from '../platform/droppedFiles.ts';
import { startLanguage } from '../platform/text/locale.ts';
import { colorScheme } from '../platform/theme/theme.ts';
import { watchForUpdate } from '../platform/update.ts';
import { startJoinLink } from '../platform/workspace/joinLink.ts';
import { provideSession } from '../platform/workspace/session.ts';
import { App, Notice } from './app.tsx';
import { makeRouter } from './router.tsx';

// Before anything is fetched: the secret of an invitation leaves the address.
startJoinLink();
startLanguage();
refuseDrops();
watchForUpdate(import.meta.url);
const root = createRoot(document.querySelector('#root')!);
if (!isSecureContext) root.render(<Notice />);
else if (isDesktop())
  void import('./desktop/startDesktop.tsx').then(({ startDesktop }) => startDesktop(root));
else {
  provideSession(startBrowserSession(location.origin));
  root.render(<App router={makeRouter()} />);
}
colorScheme.set('light');
