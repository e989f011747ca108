/**
 * A computer of its own for the desktop app: a home, a session bus with a keychain and notifications, and a program for text
 * files. Only what Linux has is played.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../browsers/browser.ts';
import { end, openWebKit, type WebKit, type WebKitPrograms } from '../browsers/webkit.ts';
import { type Notifications, startNotifications } from './notifications.ts';

/**
 * Plays LibreOffice: a lock file and an open file while the document is shown; each line that it is told is a text, saved
 * to a temporary file that takes the document's place. A document that is to be saved in other ways ("Held …") it only keeps
 * open until all of these are closed.
 */
const editorScript = `#!/bin/sh
here=$(dirname "$0") folder=$(dirname "$1")
lock="$folder/.~lock.$(basename "$1")#"
: >"$lock"
case $(basename "$1") in Held*)
  exec 3<"$1"
  printf '%s\\n' "$1" >>"$here/held"
  while [ ! -e "$here/closed" ]; do sleep 0.2; done
  exec 3<&-
  rm -f "$lock"
  exit ;;
esac
exec 3<"$1" 4<>"$here/told"
printf %s "$1" >"$here/opening" && mv "$here/opening" "$here/opened"
while read -r text <&4 && [ "$text" != close ]; do
  printf %s "$text" >"$folder/lu1.tmp" && mv "$folder/lu1.tmp" "$1"
done
exec 3<&-
rm -f "$lock"
`;

/** Plays a browser: notes the addresses that it is given. */
const browserScript = `#!/bin/sh
printf '%s\\n' "$1" >>"$(dirname "$0")/visited"
`;

export interface Editor {
  /** Resolves with the path of the document that it was given to open. */
  opened(): Promise<string>;
  /** Saves a text, one line, into the document. */
  save(text: string): Promise<void>;
  close(): Promise<void>;
  /** Returns the paths of the documents that it keeps open to be saved in other ways. */
  held(): string[];
  closeHeld(): void;
}

export interface Computer {
  /** Holds everything that the app writes: profile, cache folder, temporary folder. */
  home: string;
  /** The folder for downloads. */
  downloads: string;
  editor: Editor;
  /** Returns the addresses that the browser was given. */
  visited(): string[];
  /** Starts the app, by a link into it or by itself. */
  start(link?: string): Promise<WebKit>;
  /** Starts the app a second time, by a link. Resolves when that one has ended, which leaves the link to the one that runs. */
  follow(running: WebKit, link: string): Promise<void>;
  /** Has the system show notifications from now on. */
  showNotifications(): Promise<Notifications>;
  /** Locks the keychain for good: there is nobody to type its password. */
  lock(): Promise<void>;
  stop(): Promise<void>;
}

/** Enters a program with the system, for these types, besides those before. */
function enter(home: string, name: string, exec: string, types: readonly string[]): void {
  const [applications, config] = [join(home, '.local/share/applications'), join(home, '.config')];
  for (const each of [applications, config]) mkdirSync(each, { recursive: true });
  const entry = ['Type=Application', `Name=${name}`, `Exec=${exec}`, `MimeType=${types.join(';')};`];
  writeFileSync(join(applications, `${name}.desktop`), `[Desktop Entry]\n${entry.join('\n')}\n`);
  const list = join(config, 'mimeapps.list');
  if (!existsSync(list)) writeFileSync(list, '[Default Applications]\n');
  appendFileSync(list, types.map((type) => `${type}=${name}.desktop\n`).join(''));
}

/** Installs the browser. Returns what reads the addresses that it was given. */
function installBrowser(home: string): () => string[] {
  const folder = join(home, 'browser');
  const [script, visited] = [join(folder, 'browser'), join(folder, 'visited')];
  mkdirSync(folder);
  writeFileSync(script, browserScript, { mode: 0o755 });
  enter(home, 'browser', `${script} %u`, ['x-scheme-handler/https']);
  return () => (existsSync(visited) ? readFileSync(visited, 'utf8').trim().split('\n') : []);
}

function installEditor(home: string): Editor {
  const folder = join(home, 'editor');
  const script = join(folder, 'editor');
  const [opened, told, held] = [join(folder, 'opened'), join(folder, 'told'), join(folder, 'held')];
  mkdirSync(folder);
  writeFileSync(script, editorScript, { mode: 0o755 });
  execFileSync('mkfifo', [told]);
  enter(home, 'editor', `${script} %f`, ['text/plain']);
  // Fails where the editor has ended, instead of waiting for it.
  const flag = constants.O_WRONLY | constants.O_NONBLOCK;
  const tell = (text: string) => writeFile(told, `${text}\n`, { flag });
  return {
    opened: async () => {
      await until('the editor has a document', async () => existsSync(opened));
      const path = readFileSync(opened, 'utf8');
      rmSync(opened);
      return path;
    },
    save: tell,
    close: () => tell('close'),
    held: () => (existsSync(held) ? readFileSync(held, 'utf8').trim().split('\n') : []),
    closeHeld: () => writeFileSync(join(folder, 'closed'), ''),
  };
}

/** Starts a session bus. Resolves with it and its address. */
async function startBus(env: NodeJS.ProcessEnv): Promise<{ bus: ChildProcess; address: string }> {
  const args = ['--session', '--nofork', '--nopidfile', '--print-address=1'];
  const bus = spawn('dbus-daemon', args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(bus.stdout.setEncoding('utf8'), 'data')) as [string];
  return { bus, address: line.trim() };
}

/** Resolves when a service is on the bus. */
function untilOnBus(env: NodeJS.ProcessEnv, service: string): Promise<true> {
  const ask = ['--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.NameHasOwner'];
  const isThere = async () =>
    execFileSync('dbus-send', [...ask, `string:${service}`], { env }).includes('boolean true');
  return until(`${service} on the bus`, isThere);
}

/** Starts a keychain, open or locked. Resolves when the bus knows it. */
async function startKeychain(env: NodeJS.ProcessEnv, state: 'open' | 'locked'): Promise<ChildProcess> {
  const args = ['--foreground', '--components=secrets', ...(state === 'open' ? ['--unlock'] : [])];
  const keychain = spawn('gnome-keyring-daemon', args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
  keychain.stdin.end('any password');
  await untilOnBus(env, 'org.freedesktop.secrets');
  return keychain;
}

/** Makes one with an empty home. */
export async function makeComputer(programs: Omit<WebKitPrograms, 'args' | 'env'>): Promise<Computer> {
  const home = mkdtempSync(join(tmpdir(), 'kontor-desktop-'));
  const [runtime, temporary] = [join(home, 'run'), join(home, 'tmp')];
  for (const folder of [runtime, temporary]) mkdirSync(folder, { mode: 0o700 });
  chmodSync(runtime, 0o700);
  const places = { HOME: home, TMPDIR: temporary, XDG_RUNTIME_DIR: runtime, LANG: 'en_US.UTF-8' };
  const { PATH } = process.env;
  const { bus, address } = await startBus({ PATH, ...places });
  const env = { ...places, DBUS_SESSION_BUS_ADDRESS: address };
  let notifications: Notifications | undefined;
  let keychain = await startKeychain({ PATH, ...env }, 'open');
  const downloads = join(home, 'Downloads');
  mkdirSync(downloads);
  const [editor, visited] = [installEditor(home), installBrowser(home)];
  writeFileSync(join(home, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n');
  return {
    home,
    downloads,
    editor,
    visited,
    start: async (link) => {
      const app = await openWebKit({
        ...programs,
        args: link ? [link] : [],
        env: { ...env, TAURI_WEBVIEW_AUTOMATION: 'true' },
      });
      const isMounted = () => readdirSync(temporary).some((name) => name.startsWith('.mount_'));
      const close = async () => {
        await app.close();
        await until('an AppImage is mounted no more', async () => !isMounted());
      };
      return { ...app, close };
    },
    follow: async ({ display }, link) => {
      const second = spawn(programs.browser, [link], {
        env: { PATH, ...env, DISPLAY: display },
        stdio: 'ignore',
      });
      await once(second, 'exit');
    },
    showNotifications: async () => {
      notifications = startNotifications({ PATH, ...env });
      await untilOnBus({ PATH, ...env }, 'org.freedesktop.Notifications');
      return notifications;
    },
    lock: async () => {
      await end(keychain);
      keychain = await startKeychain({ PATH, ...env }, 'locked');
    },
    stop: async () => {
      if (notifications) await end(notifications.process);
      await end(keychain);
      await end(bus);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
