/**
 * A program around WebKitGTK, the kin of Safari and the engine of desktop apps on Linux, driven by its own WebDriver
 * (W3C WebDriver, which is JSON over HTTP) on a display of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { freePort } from '@kontor/testkit/freePort';
import { type Browser, described, finder, kinds, patience, type Target, until } from './browser.ts';
import { callDriver } from './webDriver.ts';

export interface WebKitPrograms {
  /** `WebKitWebDriver`. */
  driver: string;
  /** `MiniBrowser` of the same release, or the desktop app. */
  browser: string;
  /** Its arguments. */
  args: readonly string[];
  /** `Xvfb`. */
  display: string;
  /** Added to what the program finds in its environment. */
  env?: Record<string, string>;
}

export interface Size {
  width: number;
  height: number;
}

export interface WebKit extends Browser {
  /** The display that its windows are on: `:99`. */
  readonly display: string;
  /** The size of its window when it opened, in pixels. */
  readonly opened: Size;
  /** Makes its window so large. */
  resize(size: Size): Promise<void>;
  /** Resolves when the program has ended by itself. */
  ended(): Promise<void>;
  /** Ends the program by a signal: SIGKILL, as a crash would, unless told. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Names of keys as WebDriver writes them (W3C WebDriver, "Keyboard actions"). */
const keyCodes: Record<string, string> = {
  Control: '\uE009',
  Shift: '\uE008',
  Alt: '\uE00A',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Backspace: '\uE003',
  End: '\uE010',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
};

/** Marks an element in answers (W3C WebDriver, "Elements"). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Starts a display. Resolves with it and its number once it takes windows: what starts sooner ends at once. */
async function openDisplay(program: string): Promise<{ display: ChildProcess; displayNumber: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24'];
  const display = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [line] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer];
  return { display, displayNumber: line.toString().trim() };
}

/** Starts one; the small browser has a fresh profile each time. */
export async function openWebKit(programs: WebKitPrograms): Promise<WebKit> {
  const port = await freePort();
  const { display, displayNumber } = await openDisplay(programs.display);
  const driver = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, ...programs.env, DISPLAY: `:${displayNumber}` },
    stdio: 'ignore',
  });
  const call = <T>(method: string, path: string, body?: object) =>
    callDriver<T>(driver, port, { method, path, body });
  const isReady = () =>
    call<{ ready: boolean }>('GET', '/status').then(
      () => true,
      () => false,
    );
  await until('the driver answers', isReady);
  const { sessionId, capabilities } = await call<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: programs.browser, args: programs.args },
      },
    },
  });
  const ask = <T>(method: string, path: string, body?: object) =>
    call<T>(method, `/session/${sessionId}${path}`, body);
  await ask('POST', '/timeouts', { script: patience });
  const { width, height } = await ask<Size>('GET', '/window/rect');
  const resize = (size: Size) => ask<void>('POST', '/window/rect', size);
  await resize({ width: 1280, height: 900 });
  const isGone = async () => childrenOf(driver.pid!).length === 0;

  const find = ({ kind, name, isPart = false }: Target): Promise<string> =>
    until(described({ kind, name }), async () => {
      const script = `return (${finder})(...arguments)`;
      const args = [kinds[kind], name, isPart];
      const found = ask<Record<string, string> | null>('POST', '/execute/sync', { script, args });
      return (await unlessRedrawn(found))?.[elementKey];
    });
  const click = async (target: Target) => {
    await until(described(target), async () => {
      const clicked = ask<void>('POST', `/element/${await find(target)}/click`, {}).then(() => true);
      return unlessRedrawn(clicked);
    });
  };
  const keyActions = (actions: object[]) =>
    ask<void>('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });

  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    display: `:${displayNumber}`,
    opened: { width, height },
    resize,
    open: (url) => ask('POST', '/url', { url }),
    reload: () => ask('POST', '/refresh', {}),
    click,
    drag: async (target, { x, y }) => {
      const middle = `const { left, top, width, height } = arguments[0].getBoundingClientRect();
        return [left + width / 2, top + height / 2];`;
      const args = [{ [elementKey]: await find(target) }];
      const from = await ask<[number, number]>('POST', '/execute/sync', { script: middle, args });
      // Not from the element: what is dragged lets the pointer through, and then counts as out of reach.
      const move = (part: number) => ({
        type: 'pointerMove',
        duration: 30,
        origin: 'viewport',
        x: Math.round(from[0] + x * part),
        y: Math.round(from[1] + y * part),
      });
      const steps = Array.from({ length: 10 }, (_, i) => move((i + 1) / 10));
      const actions = [
        move(0),
        { type: 'pointerDown', button: 0 },
        ...steps,
        { type: 'pointerUp', button: 0 },
      ];
      await ask('POST', '/actions', {
        actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
      });
    },
    type: (text) =>
      keyActions(
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    press: (keys) => {
      const values = keys.map((key) => keyCodes[key] ?? key);
      return keyActions([
        ...values.map((value) => ({ type: 'keyDown', value })),
        ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]);
    },
    choose: async (target, paths) =>
      ask('POST', `/element/${await find(target)}/value`, { text: paths.join('\n') }),
    run: async <T>(source: string, ...args: unknown[]) => {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve((${source})(...[...arguments].slice(0, -1))).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await ask<{ value: T; error?: string }>('POST', '/execute/async', {
        script,
        args,
      });
      if (error) throw new Error(error);
      return value;
    },
    picture: async () => Buffer.from(await ask<string>('GET', '/screenshot'), 'base64'),
    close: async () => {
      await ask('DELETE', '').catch(() => undefined);
      await Promise.all([driver, display].map(end));
    },
    ended: async () => {
      await until('the program has ended', isGone);
      await Promise.all([driver, display].map(end));
    },
    kill: async (signal = 'SIGKILL') => {
      for (const pid of childrenOf(driver.pid!)) process.kill(pid, signal);
      await until('the program is gone', isGone);
      await Promise.all([driver, display].map(end));
    },
  };
}

/** Resolves with nothing where an element was drawn anew while it was asked about: it is looked for once more. */
const unlessRedrawn = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: Error) => {
    if (!error.message.includes('stale element reference')) throw error;
    return undefined;
  });

/** Returns the living processes that a process started (proc(5), `stat`). */
function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return pids.filter((pid) => {
    try {
      const [, state, startedBy] = /^.*\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      // Threads of one that was killed may go on for a moment, and with them its connections.
      const lives = state !== 'Z' || readdirSync(`/proc/${pid}/task`).length > 1;
      return Number(startedBy) === parent && lives;
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

/** Ends a process, unless it has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
