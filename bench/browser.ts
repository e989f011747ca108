/** Chromium for measuring: a new process each time, on a profile that the caller keeps or throws away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../tools/chromium.ts';

export interface Profile {
  path: string;
  remove(): void;
}

/** An empty browser profile. */
export function freshProfile(): Profile {
  const path = mkdtempSync(join(tmpdir(), 'kontor-bench-profile-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Runs `work` in a page of a new browser process on the profile; ends the process. */
export async function inBrowser<T>(
  profile: Profile,
  work: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const executablePath = await findChromium();
  const context = await chromium.launchPersistentContext(profile.path, {
    headless: true,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    args: chromiumFlags,
    ...(executablePath && { executablePath }),
  });
  try {
    return await work(context.pages()[0] ?? (await context.newPage()), context);
  } finally {
    await context.close();
  }
}

/** Signs in through the login page and waits for the page that `then` names (a path outside of any workspace). */
export async function signIn(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
  then = '/account',
): Promise<void> {
  await page.goto(`${url}/login?redirect=${encodeURIComponent(then)}`);
  await page.locator('input[autocomplete=username]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}${then}`);
}

/**
 * From now on pages note when an element was painted that was not there before: `paintedAt` reads it. Works from
 * outside of the app, which knows nothing of it.
 */
export async function watchPaint(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted: string) => {
    const seen = globalThis as { kontorPaintedAt?: number };
    const look = () => {
      if (!document.querySelector(wanted)) return;
      observer.disconnect();
      // The first frame behind this one has it on the screen.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          seen.kontorPaintedAt = performance.now();
        };
        port2.postMessage(0);
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  }, selector);
}

/** ms from the start of the navigation to the paint of what `watchPaint` waits for. */
export async function paintedAt(page: Page, timeout = 60_000): Promise<number> {
  const waiting = page.waitForFunction(
    () => (globalThis as { kontorPaintedAt?: number }).kontorPaintedAt,
    undefined,
    { timeout, polling: 50 },
  );
  const handle = await waiting.catch(async (cause: unknown) => {
    const shown = await page.locator('body').innerText();
    throw new Error(`nothing was painted at ${page.url()}, where it says: ${shown.slice(0, 500)}`, { cause });
  });
  return (await handle.jsonValue()) as number;
}
