import type { DesktopBridge, ZoomStep } from '@kontor/client/desktop/bridge';
import { closeUnfollowed } from '@kontor/client/desktop/closeUnfollowed';
import { BearerSession } from '@kontor/client/session/account/bearerSession';
import { startBrowserSession } from '@kontor/client/session/browserSession';
import { Text } from '@mantine/core';
import type { Root } from 'react-dom/client';
import { destination } from '../../features/auth/destination.ts';
import { computerMessages } from '../../features/computer/messages.ts';
import { startOpenDocuments } from '../../features/document/native/openDocuments.ts';
import { deviceToken } from '../../platform/desktop/deviceToken.ts';
import { provideKeychainTrouble } from '../../platform/desktop/keychain.ts';
import { openDesktop } from '../../platform/desktop/openDesktop.ts';
import { chosenServer, provideServer } from '../../platform/desktop/servers.ts';
import { matches } from '../../platform/shortcuts.ts';
import { language, onLanguage } from '../../platform/text/locale.ts';
import { toast } from '../../platform/toasts.tsx';
import { provideSession } from '../../platform/workspace/session.ts';
import { App } from '../app.tsx';
import { PlainPage } from '../errors/plainPage.tsx';
import { Look } from '../look.tsx';
import { appMessages } from '../messages.ts';
import { makeRouter } from '../router.tsx';
import { serverMessages } from './messages.ts';
import { ServerChoice } from './serverChoice.tsx';

/** Opens links that lead elsewhere in the system's programs for them: no other page is shown beside the bridge. */
function followLinksOutside({ openExternal }: DesktopBridge): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
    if (!link || link.origin === location.origin || link.protocol === 'blob:') return;
    event.preventDefault();
    void openExternal(link.href);
  });
}

/** Says where a download lies, as a browser would in its own bar. */
function tellOfDownloads({ computer }: DesktopBridge): void {
  const { t } = serverMessages;
  computer.onDownloaded(({ name, isWhole }) => {
    if (isWhole) toast.success(name ? t('downloaded', { name }) : t('downloadedUnnamed'));
    else toast.error(name ? t('downloadFailed', { name }) : t('downloadFailedUnnamed'));
  });
}

/** Says when the keychain begins to refuse: who signs in would else wonder at the next start. */
function tellOfKeychain({ trouble }: BearerSession): void {
  trouble.subscribe(() => {
    const now = trouble.get();
    if (now) toast.error(computerMessages.t(now));
  });
}

/** Prints the page by the keys of a browser, which a window without a menu does not know by itself. */
function printByKeys(): void {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !matches(event, 'mod+p', false)) return;
    event.preventDefault();
    window.print();
  });
}

/**
 * Says where files go in that are dropped from other programs and that the web view does not hand over: WebKitGTK has given pages
 * none since 2.50.3 (CVE-2025-13947), and names their paths instead.
 */
function tellOfDroppedFiles(): void {
  let isOwn = false;
  window.addEventListener('dragstart', () => {
    isOwn = true;
  });
  window.addEventListener('dragend', () => {
    isOwn = false;
  });
  const isForeign = ({ dataTransfer }: DragEvent) =>
    !isOwn && dataTransfer?.types.includes('text/uri-list') && !dataTransfer.types.includes('Files');
  window.addEventListener('dragover', (event) => {
    if (isForeign(event)) event.preventDefault();
  });
  const drop = (event: DragEvent) => {
    if (!isForeign(event) || !event.dataTransfer?.getData('text/uri-list').startsWith('file:')) return;
    event.preventDefault();
    event.stopPropagation();
    toast.info(serverMessages.t('notDropped'));
  };
  window.addEventListener('drop', drop, { capture: true });
}

/** px that the wheel is turned for one step: a notch is 40 of them at least in WebKitGTK; a touchpad tells many small turns. */
const zoomTurn = 40;

const zoomSteps: Readonly<Record<string, ZoomStep>> = { '+': 'in', '=': 'in', '-': 'out', '0': 'reset' };

/** Makes everything larger and smaller by the keys and the wheel of a browser, which this window does not know by itself. */
function zoomByKeys({ zoom }: DesktopBridge): void {
  window.addEventListener('keydown', (event) => {
    const step = (event.ctrlKey || event.metaKey) && !event.altKey ? zoomSteps[event.key] : undefined;
    if (event.defaultPrevented || !step) return;
    event.preventDefault();
    void zoom(step);
  });
  let turned = 0;
  const turn = (event: WheelEvent) => {
    if (event.defaultPrevented || !event.ctrlKey) return;
    event.preventDefault();
    // Lines and pages are whole steps.
    const turn = event.deltaMode === 0 ? event.deltaY : Math.sign(event.deltaY) * zoomTurn;
    turned = turned * turn < 0 ? turn : turned + turn;
    if (Math.abs(turned) < zoomTurn) return;
    void zoom(turned < 0 ? 'in' : 'out');
    turned = 0;
  };
  window.addEventListener('wheel', turn, { passive: false });
}

/** Returns where a link leads; the first page for one that leads nowhere in this app. */
const ownPath = (path: string): string => destination({ redirect: path }, location.origin);

/**
 * Starts the app for the server that was chosen, or asks for one: a link that came waits in the address, while the keychain
 * is asked, too. Until the app stands nothing can be lost, and the window closes once this page listens.
 */
export async function startDesktop(root: Root): Promise<void> {
  const bridge = await openDesktop();
  const speak = () => void bridge.setLanguage(language());
  onLanguage(speak);
  speak();
  // The page before may have shown one, of another server.
  void bridge.setTimer(undefined);
  zoomByKeys(bridge);
  tellOfDroppedFiles();
  let mayQuit = async () => true;
  let follow = (path: string): void => history.replaceState(null, '', path);
  bridge.onQuit(() => mayQuit());
  bridge.onDeepLink((path) => follow(ownPath(path)));
  const chosen = chosenServer();
  if (!chosen) {
    closeUnfollowed(bridge.files, () => false);
    root.render(
      <Look>
        <ServerChoice />
      </Look>,
    );
    return;
  }
  provideServer(chosen);
  const bearer = new BearerSession(chosen, bridge.keychain, deviceToken(chosen));
  // The system may ask for the keychain's password meanwhile.
  root.render(
    <Look>
      <PlainPage isBusy>
        <Text c="dimmed" role="status">
          {appMessages.t('opening')}
        </Text>
      </PlainPage>
    </Look>,
  );
  await bearer.load();
  provideKeychainTrouble(bearer.trouble);
  tellOfKeychain(bearer);
  provideSession(startBrowserSession(chosen, bearer));
  mayQuit = startOpenDocuments(bridge.files, bearer);
  const router = makeRouter();
  follow = (href) => void router.navigate({ href });
  followLinksOutside(bridge);
  tellOfDownloads(bridge);
  printByKeys();
  root.render(<App router={router} />);
}
