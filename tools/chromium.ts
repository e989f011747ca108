/**
 * Finds a Chromium, or installs one: Debian's package as root, Playwright's build otherwise. Beside Debian's it installs
 * its shell as root, the engine without the pages of the browser itself: scenarios take a seventh less time with it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const onPath = (name: string): string | undefined => {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
  return found || undefined;
};

const mayInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined;

function install(...packages: string[]): void {
  execFileSync('apt-get', ['update'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { stdio: 'inherit' });
}

/**
 * Resolves with the path of a Chromium's executable, or undefined where Playwright's own build is to be used.
 * @throws Error when none is there and none can be installed.
 */
export async function findChromium(): Promise<string | undefined> {
  const given = process.env.KONTOR_CHROMIUM;
  if (given) {
    if (!existsSync(given)) throw new Error(`KONTOR_CHROMIUM names ${given}, which does not exist`);
    return given;
  }
  const installed = names.map(onPath).find(Boolean);
  if (installed) {
    if (installed === '/usr/bin/chromium' && !existsSync(`${installed}-headless-shell`) && mayInstall()) {
      try {
        install('chromium-headless-shell');
      } catch (error) {
        console.log(`without chromium-headless-shell (${error instanceof Error ? error.message : error})`);
      }
    }
    return installed;
  }
  if (mayInstall()) {
    install('chromium', 'chromium-headless-shell');
    return onPath('chromium');
  }
  await run('playwright', ['install', 'chromium']);
  return undefined;
}

/** Flags for a quiet browser on a machine without network; a fresh profile is the caller's part. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
