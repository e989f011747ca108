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
  /** The longest task of the page meanwhile, in ms. */
  longest: number;
  /** The most that one of them took of the processor, in ms: a busy machine makes it no longer. */
  processor: number;
}

interface PageClock {
  kontorPressed?: number;
  kontorShown?: number;
}

/** An event of the browser's trace, its times in µs ("Trace Event Format"). */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/** Records the browser's trace while something is done; returns its events. */
async function traced(page: Page, act: () => Promise<void>): Promise<TraceEvent[]> {
  const client = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  client.on('Tracing.dataCollected', ({ value }) => events.push(...(value as object[] as TraceEvent[])));
  const traceConfig = {
    includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'],
    excludedCategories: ['*'],
  };
  await client.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  const complete = new Promise((resume) => client.once('Tracing.tracingComplete', resume));
  await client.send('Tracing.end');
  await complete;
  await client.detach();
  return events;
}

/** Returns the tasks of the threads that run pages. */
function pageTasks(events: readonly TraceEvent[]): TraceEvent[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isPage = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain';
  const threads = new Set(events.filter(isPage).map(threadOf));
  return events.filter((event) => event.name === 'RunTask' && threads.has(threadOf(event)));
}

const longestOf = (tasks: readonly TraceEvent[], time: 'dur' | 'tdur') =>
  tasks.reduce((most, task) => Math.max(most, (task[time] ?? 0) / 1_000), 0);

/** Clicks and waits for what it shows, and a little longer. */
export async function press(page: Page, { on, shows }: Click): Promise<Clicked> {
  await page.evaluate((selector) => {
    const clock = globalThis as unknown as PageClock;
    clock.kontorShown = undefined as unknown as number;
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
  await on(page).hover();
  const tasks = pageTasks(
    await traced(page, async () => {
      await page.mouse.down();
      await page.mouse.up();
      await page.waitForFunction(() => (globalThis as unknown as PageClock).kontorShown, undefined, {
        polling: 50,
      });
      await page.waitForTimeout(300);
    }),
  );
  const ms = await page.evaluate(() => {
    const { kontorPressed, kontorShown } = globalThis as unknown as Required<PageClock>;
    return kontorShown - kontorPressed;
  });
  return { ms, longest: longestOf(tasks, 'dur'), processor: longestOf(tasks, 'tdur') };
}
