/**
 * `npm run test:desktop`: a day with the desktop app, built and started as it is, on a display of its own; with
 * `-- <program>` one that is built already, an AppImage for instance. As root on Debian what is missing is installed; elsewhere
 * it says that nothing was tried. LibreOffice and vim save after that, into the files of the app without its window.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createActor } from '@kontor/testkit/actor';
import { startBreakingProxy } from '@kontor/testkit/breakingProxy';
import { missingPrograms, programPackages } from '@kontor/testkit/desktop/programs';
import { startServer } from '@kontor/testkit/server';
import { buildPackages, buildShell, missingForShell } from '../../tools/desktopShell.ts';
import { run } from '../../tools/run.ts';
import { install, onPath } from '../../tools/system.ts';
import { step } from '../browsers/step.ts';
import type { WebKit } from '../browsers/webkit.ts';
import { makeComputer } from './computer.ts';
import { canNotify } from './notifications.ts';
import { desktopDay } from './scenario.ts';

/** Where a picture of what went wrong goes. */
const pictures = resolve(import.meta.dirname, '../test-results');

/** Programs around the app, and the Debian packages that have them. */
const programs = {
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  'dbus-daemon': 'dbus',
  'dbus-send': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
  'xdg-open': 'xdg-utils',
  'enchant-lsmod-2': 'enchant-2',
  file: 'file',
  xdotool: 'xdotool',
};

function missing(): string | undefined {
  const absent = Object.keys(programs).filter((name) => !onPath([name]));
  if (!canNotify()) absent.push('python3-gi');
  return missingForShell() ?? (absent.length > 0 ? `${absent.join(', ')} not on this machine` : undefined);
}

async function play(browser: string): Promise<void> {
  const server = await startServer();
  const proxy = await startBreakingProxy(server.port);
  const [driver, display] = [onPath(['WebKitWebDriver'])!, onPath(['Xvfb'])!];
  const computer = await makeComputer({ driver, display, browser });
  const ada = await createActor(server.url, { firstName: 'Ada' });
  const ben = await createActor(server.url, { firstName: 'Ben' });
  let app: WebKit | undefined;
  try {
    await desktopDay({ computer, proxy, ada, ben }, step, (started) => {
      app = started;
    });
  } catch (error) {
    mkdirSync(pictures, { recursive: true });
    const picture = await app?.picture().catch(() => undefined);
    if (picture) writeFileSync(join(pictures, 'desktop.png'), picture);
    throw error;
  } finally {
    await app?.close();
    for (const { session } of [ada, ben]) await session.signOut({ discard: true });
    await computer.stop();
    await proxy.stop();
    await server.stop();
  }
}

/** Has LibreOffice and vim save while the connection is cut. */
async function playPrograms(): Promise<void> {
  if (missingPrograms().length > 0) install(programPackages);
  const absent = missingPrograms();
  if (absent.length > 0)
    process.stderr.write(`SKIPPED: saves of programs were not tried: ${absent.join(', ')} missing.\n`);
  else await run('vitest', ['run', '--project', 'desktop-programs']);
}

/** Plays a part; says how it failed, and goes on. */
async function attempt(part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    process.stdout.write(`  ✘ ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

const program = process.argv[2];
if (missing())
  install([...new Set([...buildPackages, ...Object.values(programs), 'hunspell-en-us', 'python3-gi'])]);
const reason = missing();
if (reason) process.stderr.write(`SKIPPED: the desktop app was not tried: ${reason}.\n`);
else await attempt(async () => play(program ? resolve(program) : await buildShell()));
// A package that is tried has nothing to do with them.
if (!program) await attempt(playPrograms);
