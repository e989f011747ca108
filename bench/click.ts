/** Measures a click, from the press of the button until the frame that shows the screen behind it. */
import type { Locator, Page } from '@playwright/test';

export interface Click {
  name: string;
  on: (page: Page) => Locator;
  /** CSS selector of what the screen shows once it is there, and did not show before. */
  shows: string;
}

export interface Clicked {
  /** ms from the press until after the frame that shows it. */
  ms: number;
  /** The longest task of the page meanwhile, in ms; 0 if none exceeded 50. */
  longest: number;
}

interface PageClock {
  kontorPressed?: number;
  kontorShown?: number;
  kontorLongTasks?: { start: number; ms: number }[];
}

/** Clicks and waits for what it shows, and a little longer. To be called once `watchLongTasks` watches. */
export async function press(page: Page, { on, shows }: Click): Promise<Clicked> {
  await page.evaluate((selector) => {
    const clock = globalThis as unknown as PageClock;
    clock.kontorShown = undefined as unknown as number;
    clock.kontorLongTasks ??= [];
    clock.kontorLongTasks.length = 0;
    const isShown = () =>
      [...document.querySelectorAll(selector)].some((element) => element.getBoundingClientRect().height > 0);
    if (isShown()) throw new Error(`${selector} is shown already, at ${location.pathname}`);
    const look = () => {
      if (!isShown()) {
        requestAnimationFrame(look);
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        clock.kontorShown = performance.now();
      };
      port2.postMessage(0);
    };
    const onPress = ({ timeStamp }: Event) => {
      clock.kontorPressed = timeStamp;
      requestAnimationFrame(look);
    };
    window.addEventListener('pointerdown', onPress, { capture: true, once: true });
  }, shows);
  await on(page).click();
  await page.waitForFunction(() => (globalThis as unknown as PageClock).kontorShown, undefined, {
    polling: 50,
  });
  await page.waitForTimeout(300);
  return page.evaluate(() => {
    const { kontorPressed, kontorShown, kontorLongTasks } = globalThis as unknown as Required<PageClock>;
    const own = kontorLongTasks.filter(({ start, ms }) => start + ms > kontorPressed);
    return {
      ms: kontorShown - kontorPressed,
      longest: own.reduce((most, { ms }) => Math.max(most, ms), 0),
    };
  });
}

/** Gives a page what `press` reads. */
export const watchLongTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const clock = globalThis as unknown as PageClock;
    const seen: { start: number; ms: number }[] = [];
    clock.kontorLongTasks = seen;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) seen.push({ start: startTime, ms: duration });
    }).observe({ type: 'longtask' });
  });
