/** Chromium for measuring: a new process each time, on a profile that the caller keeps or throws away. */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../tools/chromium.ts';
import { type Folder, freshFolder } from './cleanUp.ts';
import { browserPid } from './processes.ts';

export type Profile = Folder;

/** Returns an empty browser profile. */
export const freshProfile = (): Profile => freshFolder('profile');

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
    const page = context.pages()[0] ?? (await context.newPage());
    await keepNoBodies(page);
    return await work(page, context);
  } finally {
    await context.close();
  }
}

interface Inspected {
  _connection: {
    toImpl(page: Page): {
      delegate: {
        _mainFrameSession: { _client: { send(method: string, params: object): Promise<unknown> } };
      };
    };
  };
}

/**
 * Has the page's process keep no bodies of answers for Playwright, which asks for them by its own session: up to 200 MB that the
 * page's memory would be taken for.
 */
async function keepNoBodies(page: Page): Promise<void> {
  const { delegate } = (page as unknown as Inspected)._connection.toImpl(page);
  const limits = { maxTotalBufferSize: 1, maxResourceBufferSize: 1 };
  await delegate._mainFrameSession._client.send('Network.enable', limits);
}

/** Kills the browser of a page, as a crash does, and waits until it is gone. */
export async function killBrowser(profile: Profile, page: Page): Promise<void> {
  const gone = page.context().waitForEvent('close');
  process.kill(browserPid(profile.path), 'SIGKILL');
  await gone;
}

/** Fills in the fields of the login page. */
export async function typeSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(email);
  await page.locator('input[type=password]').fill(password);
}

/** Signs in through the login page and waits for the page that `then` names (a path outside of any workspace). */
export async function signIn(
  page: Page,
  url: string,
  person: { email: string; password: string },
  then = '/account',
): Promise<void> {
  await page.goto(`${url}/login?redirect=${encodeURIComponent(then)}`);
  await typeSignIn(page, person);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}${then}`);
}

/** An element that a bench waits for on the screen, or the first of its kind with a given text in it. */
export interface Awaited {
  selector: string;
  text?: string;
}

/**
 * Makes pages note from now on when an element was painted that was not there before; `paintedAt` reads it. Works from
 * outside the app, which knows nothing of it.
 */
export async function watchPaint(page: Page, awaited: Awaited): Promise<void> {
  await page.addInitScript(({ selector, text = '' }: Awaited) => {
    const seen = globalThis as { kontorPaintedAt?: number };
    const look = () => {
      const found = [...document.querySelectorAll(selector)].some((element) =>
        element.textContent.includes(text),
      );
      if (!found) return;
      observer.disconnect();
      // The first frame after this one has it on the screen.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          seen.kontorPaintedAt = performance.now();
        };
        port2.postMessage(0);
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  }, awaited);
}

/**
 * Opens an address in the page; returns the ms from the start of the navigation until the awaited element is painted.
 */
export async function timeToPaint(page: Page, url: string, awaited: Awaited): Promise<number> {
  await watchPaint(page, awaited);
  await page.goto(url);
  return paintedAt(page);
}

/** Runs `work` with a profile of its own, which is thrown away afterwards. */
export async function withFresh<T>(work: (profile: Profile) => Promise<T>): Promise<T> {
  const profile = freshProfile();
  try {
    return await work(profile);
  } finally {
    await profile.remove();
  }
}

/** Measures the ms from the start of the navigation to the paint of what `watchPaint` waits for. */
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
