/**
 * `npm run test:browsers`: the tour of the product in the system's Firefox and in WebKitGTK's small browser, each as its
 * release brings it. As root on Debian what is missing is installed; elsewhere an engine that is not there is named and
 * left out. `--only=firefox` plays one.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startBreakingProxy } from '@kontor/testkit/breakingProxy';
import { startServer } from '@kontor/testkit/server';
import { buildIfNeeded } from '../../tools/build.ts';
import { install, onPath } from '../../tools/system.ts';
import type { Browser } from './browser.ts';
import { openFirefox } from './firefox.ts';
import { step } from './step.ts';
import { tour } from './tour.ts';
import { openWebKit } from './webkit.ts';

/** Where a picture of what went wrong goes. */
const pictures = resolve(import.meta.dirname, '../test-results');

const largeBytes = 100 * (1 << 20);

/** Tells, in the page, what a picture would show where nobody keeps one: what has the focus, the fields, the texts. */
const whatIsThere = `() => {
  const focused = document.activeElement?.cloneNode(false).outerHTML;
  const fields = [...document.querySelectorAll('input, textarea')].map(({ ariaLabel, placeholder, type, value }) =>
    [ariaLabel || placeholder, type === 'password' ? '' : value].join('='),
  );
  const dialogs = [...document.querySelectorAll('[role=dialog]')].map(({ innerText }) => innerText);
  return [document.hasFocus(), focused, fields.join(' | '), ...dialogs, document.body.innerText.slice(0, 1500)].join('\\n');
}`;

/** Returns where Debian's WebKitGTK keeps its small browser. */
function miniBrowser(): string | undefined {
  const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec'];
  for (const library of libraries.filter((path) => existsSync(path)))
    for (const name of readdirSync(library).toSorted().toReversed()) {
      const path = join(library, name, 'MiniBrowser');
      if (name.startsWith('webkit2gtk-4') && existsSync(path)) return path;
    }
  return undefined;
}

/** Opens a browser that saves what it downloads in a folder. */
type Open = (downloads: string) => Promise<Browser>;

/** Finds an engine's programs; returns how to open it, or undefined where they are not there. */
const engines: Record<string, { packages: string[]; find: () => Open | undefined }> = {
  firefox: {
    packages: ['firefox-esr'],
    find: () => {
      const program = onPath(['firefox-esr', 'firefox']);
      return program ? (downloads) => openFirefox(program, downloads) : undefined;
    },
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    find: () => {
      const [driver, display, browser] = [onPath(['WebKitWebDriver']), onPath(['Xvfb']), miniBrowser()];
      return driver && display && browser
        ? (downloads) =>
            openWebKit({ driver, display, browser, args: ['--automation'], env: { HOME: downloads } })
        : undefined;
    },
  },
};

async function play(name: string, open: Open): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-tour-'));
  const downloads = join(folder, 'downloads');
  mkdirSync(downloads);
  const proxy = await startBreakingProxy(0);
  const server = await startServer({ env: { PUBLIC_URL: proxy.url } });
  proxy.target.port = server.port;
  let browser: Browser | undefined;
  try {
    browser = await open(downloads);
    process.stdout.write(`\n${browser.version}\n`);
    await tour(browser, { proxy, folder, downloads, largeBytes }, step);
  } catch (error) {
    mkdirSync(pictures, { recursive: true });
    // An engine that has ended takes none; what it ended of is told all the same.
    const picture = await browser?.picture().catch(() => undefined);
    if (picture) writeFileSync(join(pictures, `tour-${name}.png`), picture);
    const seen = await browser?.run<string>(whatIsThere).catch(() => undefined);
    if (seen) process.stdout.write(`\n${seen}\n`);
    throw error;
  } finally {
    await browser?.close();
    await proxy.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

await buildIfNeeded();
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
for (const [name, { packages, find }] of Object.entries(engines)) {
  if (only && only !== name) continue;
  if (!find()) install(packages);
  const open = find();
  if (!open) {
    process.stdout.write(
      `\nskipped: the tour in ${name}, not on this machine (Debian: ${packages.join(', ')})\n`,
    );
    continue;
  }
  try {
    await play(name, open);
  } catch (error) {
    process.stdout.write(`  ✘ ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
// The other clients of a tour, which may have ended anywhere, still hold their lines.
process.exit();
