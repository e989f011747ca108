/**
 * The desktop app around a page, for tests: the web app from an origin of its own, as the app brings it, so that each call
 * crosses to the server as it does there; files in the page's memory, saved as a program would.
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Checkout, DesktopBridge, FileSaved } from '@kontor/client/desktop/bridge';
import type { BrowserContext, Page } from '@playwright/test';

const dist = join(import.meta.dirname, '../../apps/web/dist');

/** The origin of the desktop app's pages on Windows, which a browser takes for a secure one, too. */
export const desktopOrigin = 'http://tauri.localhost';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

/** Puts a fake desktop app around the pages that are opened from now on. */
export async function insideDesktop(context: BrowserContext): Promise<void> {
  await context.route(`${desktopOrigin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(dist, pathname);
    const path = extname(pathname) && existsSync(file) ? file : join(dist, 'index.html');
    return route.fulfill({
      body: readFileSync(path),
      contentType: types[extname(path)] ?? 'application/octet-stream',
    });
  });
  await context.addInitScript(() => {
    interface Kept {
      checkout: Checkout;
      content: Uint8Array<ArrayBuffer>;
      digest: string;
      /** Of what the server has. */
      uploaded: string;
    }
    const files = new Map<string, Kept>();
    /** The file that a program holds, and what listens to the app around the page. */
    const shell = { held: '', saved: (_: FileSaved) => {}, quit: async () => true, shortcut: () => {} };
    const computer = {
      downloads: '/home/ada/Downloads',
      hasShortcut: false,
      shortcut: 'CmdOrCtrl+Alt+K',
      startsWithSystem: false,
      version: '1.0.0',
      isWayland: false,
      looksForUpdates: true,
    };
    const sessions = JSON.parse(sessionStorage.getItem('fake-keychain') ?? '{}');
    const digestOf = async (content: Uint8Array<ArrayBuffer>) =>
      [...new Uint8Array(await crypto.subtle.digest('SHA-256', content))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
    const isUnsent = ({ digest, uploaded }: Kept) => digest !== uploaded;
    const isHeld = ({ checkout: { name } }: Kept) => name === shell.held;
    const checkoutsWhere = (holds: (kept: Kept) => boolean) =>
      [...files.values()].filter(holds).map(({ checkout }) => checkout);
    const discard = async (id: string) => {
      files.delete(id);
      return [];
    };
    const kontorDesktop = {
      files: {
        open: async (checkout: Checkout, stream: ReadableStream) => {
          const content = new Uint8Array(await new Response(stream).arrayBuffer());
          const digest = await digestOf(content);
          files.set(checkout.id, { checkout, content, digest, uploaded: digest });
        },
        launch: async () => {},
        show: async () => {},
        read: async (id: string) => {
          const { content, digest } = files.get(id)!;
          return { content: new Blob([content]), digest };
        },
        uploaded: async (
          id: string,
          { digest, ...state }: { digest: string; documentId: string; base: string },
        ) => {
          const kept = files.get(id)!;
          Object.assign(kept, { uploaded: digest, checkout: { ...kept.checkout, ...state, isNew: false } });
        },
        close: async (id: string) => (isUnsent(files.get(id)!) ? undefined : discard(id)),
        discard,
        held: async () => checkoutsWhere(isHeld),
        unsent: async () => checkoutsWhere(isUnsent),
        // The page keeps the files: what is there is open, and nothing was left by an earlier run.
        left: async () =>
          [...files.values()].map((kept) => ({
            ...kept.checkout,
            digest: kept.digest,
            isHeld: true,
            isUnsent: isUnsent(kept),
          })),
        wipe: async (server: string, userId?: string) => {
          for (const { id } of checkoutsWhere(
            ({ checkout }) =>
              checkout.server === server && (userId === undefined || checkout.userId === userId),
          ))
            files.delete(id);
        },
        onSaved: (listener: (saved: FileSaved) => void) => {
          shell.saved = listener;
          return () => {};
        },
        onFailed: () => () => {},
        onReleased: () => () => {},
      },
      keychain: {
        isAvailable: true,
        get: async (origin: string) => sessions[origin],
        set: async (origin: string, session: unknown) => {
          sessions[origin] = session;
          sessionStorage.setItem('fake-keychain', JSON.stringify(sessions));
        },
      },
      computer: {
        settings: async () => computer,
        change: async (change: object) => Object.assign(computer, change),
        chooseDownloads: async () => Object.assign(computer, { downloads: '/home/ada/Plans' }),
        newerRelease: async () => '9.9.9',
        loadRelease: async () => {
          throw 'forged';
        },
        onDownloaded: () => () => {},
        onTimerShortcut: (listener: () => void) => {
          shell.shortcut = listener;
          return () => {};
        },
      },
      onQuit: (ask: () => Promise<boolean>) => {
        shell.quit = ask;
      },
      onDeepLink: () => {},
      openExternal: async () => {},
      notify: async () => {},
      setLanguage: async () => {},
      zoom: async () => {},
      setTimer: async () => {},
    } satisfies DesktopBridge;
    const save = async (name: string, text: string) => {
      const [id, file] = [...files].find(([, { checkout }]) => checkout.name === name)!;
      file.content = new TextEncoder().encode(text);
      file.digest = await digestOf(file.content);
      shell.saved({ id, digest: file.digest });
    };
    Object.assign(window, {
      kontorDesktop,
      fakeDesktop: {
        save,
        hold: (name: string) => {
          shell.held = name;
        },
        quit: () => shell.quit(),
        shortcut: () => shell.shortcut(),
        count: () => files.size,
      },
    });
  });
}

interface FakeDesktop {
  save(name: string, text: string): Promise<void>;
  hold(name: string): void;
  quit(): Promise<boolean>;
  shortcut(): void;
  count(): number;
}
type Around = { fakeDesktop: FakeDesktop };

/** Saves a text into an open file, as its program does. */
export const saveInProgram = (page: Page, name: string, text: string): Promise<void> =>
  page.evaluate(([to, what]) => (window as unknown as Around).fakeDesktop.save(to!, what!), [name, text]);

/** Has a program show the open file of this name, and no other; none with an empty name. */
export const holdInProgram = (page: Page, name: string): Promise<void> =>
  page.evaluate((held) => (window as unknown as Around).fakeDesktop.hold(held), name);

/** Asks the app to quit. Resolves with its answer. */
export const quit = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as unknown as Around).fakeDesktop.quit());

/** Presses the timer's shortcut, in any program. */
export const pressShortcut = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as Around).fakeDesktop.shortcut());

/** Counts the files that lie on the computer. */
export const filesOn = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Around).fakeDesktop.count());
