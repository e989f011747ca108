import { BearerSession } from '@kontor/client/session/account/bearerSession';
import { startBrowserSession } from '@kontor/client/session/browserSession';
import type { Root } from 'react-dom/client';
import { startOpenDocuments } from '../../features/document/native/openDocuments.ts';
import { desktop } from '../../platform/desktop/desktop.ts';
import { provideServer, readServers } from '../../platform/desktop/servers.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { App } from '../app.tsx';
import { Look } from '../look.tsx';
import { makeRouter } from '../router.tsx';
import { Servers } from './servers.tsx';

/** Starts the app for the server that was chosen, or asks for one. */
export async function startDesktop(root: Root): Promise<void> {
  const bridge = desktop()!;
  const { chosen } = readServers();
  if (!chosen) {
    root.render(
      <Look>
        <Servers />
      </Look>,
    );
    return;
  }
  provideServer(chosen);
  const bearer = new BearerSession(chosen, bridge.keychain);
  await bearer.load();
  provideSession(startBrowserSession(chosen, bearer));
  startOpenDocuments(bridge);
  const router = makeRouter();
  bridge.onDeepLink((path) => void router.navigate({ href: path }));
  root.render(<App router={router} />);
}
