/** Measures the time from a key press to the frame that shows its effect, in the page and from outside it. */
import type { Page } from '@playwright/test';

/** The state that the screen has to reach. Rows are told apart by their text. */
export interface Shown {
  /** The row with this text, or with it among others where the `rows` are named, ... */
  row: string;
  /** CSS selector of the rows, `[data-list-item]` by default. */
  rows?: string;
  /** ... stands directly below the one with this text; without it, it only has to be there. */
  below?: string;
}

export interface Press {
  /** ms from the key's event until after the frame that shows it. */
  ms: number;
  /** The longest task that blocked the page in the meantime and shortly after, in ms; 0 if none exceeded 50. */
  longest: number;
}

interface PageClock {
  kontorKey?: string;
  kontorExpected?: Shown;
  kontorPressed?: number | undefined;
  kontorShown?: number | undefined;
  kontorLongTasks: { start: number; ms: number }[];
}

/** Gives a page its clock, which `press` starts. */
export const watchKeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const clock = globalThis as unknown as PageClock;
    clock.kontorLongTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        clock.kontorLongTasks.push({ start: startTime, ms: duration });
    }).observe({ type: 'longtask' });
    const find = (text: string, rows?: string) => {
      for (const element of document.querySelectorAll<HTMLElement>(rows ?? '[data-list-item]'))
        if (rows ? element.textContent.includes(text) : element.textContent === text) return element;
      return undefined;
    };
    const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
    /** Tells whether one row is right below another. */
    const isBelow = (row: HTMLElement, other: HTMLElement) => {
      const distance = topOf(row) - topOf(other);
      return distance > 0 && distance < 2 * other.closest('li')!.getBoundingClientRect().height;
    };
    const isThere = ({ row, rows, below }: Shown) => {
      const element = find(row, rows);
      if (!element || below === undefined) return element !== undefined;
      const other = find(below);
      return other !== undefined && isBelow(element, other);
    };
    const look = () => {
      if (!isThere(clock.kontorExpected!)) {
        requestAnimationFrame(look);
        return;
      }
      // The message arrives after the frame that is being made now.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        clock.kontorShown = performance.now();
      };
      port2.postMessage(0);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== clock.kontorKey || clock.kontorPressed !== undefined) return;
      clock.kontorPressed = event.timeStamp;
      requestAnimationFrame(look);
    };
    window.addEventListener('keydown', onKey, { capture: true });
  });

/** Presses keys and waits for their effect to show, and a little longer. */
export async function press(page: Page, keys: string, shown: Shown, pause = 200): Promise<Press> {
  const winding = { key: keys.split('+').at(-1)!, shown };
  await page.evaluate(({ key, shown }) => {
    const clock = globalThis as unknown as PageClock;
    clock.kontorKey = key;
    clock.kontorExpected = shown;
    clock.kontorPressed = undefined;
    clock.kontorShown = undefined;
    clock.kontorLongTasks.length = 0;
  }, winding);
  await page.keyboard.press(keys);
  await page.waitForFunction(
    () => (globalThis as unknown as PageClock).kontorShown !== undefined,
    undefined,
    {
      timeout: 30_000,
      polling: 100,
    },
  );
  await page.waitForTimeout(pause);
  return page.evaluate(() => {
    const clock = globalThis as unknown as PageClock;
    // A task that began before the key was not caused by it.
    const own = clock.kontorLongTasks.filter(({ start, ms }) => start + ms > clock.kontorPressed!);
    return {
      ms: clock.kontorShown! - clock.kontorPressed!,
      longest: own.reduce((most, { ms }) => Math.max(most, ms), 0),
    };
  });
}

/** Returns the texts of the list's rows on the screen, from the top. */
export const shownRows = (page: Page, count: number): Promise<string[]> =>
  page.evaluate((count) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-list-item]')].slice(0, count);
    return rows
      .map((row) => ({ text: row.textContent, top: row.getBoundingClientRect().top }))
      .sort((a, b) => a.top - b.top)
      .map(({ text }) => text);
  }, count);
