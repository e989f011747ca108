/** Measures the memory of a browser's processes, from the system's own books. */
import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

export interface Memory {
  /** MiB resident now, in the largest renderer. */
  renderer: number;
  /** MiB resident now, in all processes of the browser together; shared pages count in each. */
  browser: number;
}

const residentMebibytes = (pid: number): number => {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes ?? 0) / 1024;
};

/** Reads the memory of a Chromium on this machine (Linux). */
export async function memoryOf(browser: Browser): Promise<Memory> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  const sizes = processInfo.map(({ id, type }) => ({ type, size: residentMebibytes(id) }));
  return {
    renderer: Math.max(...sizes.filter(({ type }) => type === 'renderer').map(({ size }) => size)),
    browser: sizes.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Samples the memory while `work` runs; returns the highest value of each figure. */
export async function peakMemory(browser: Browser, work: () => Promise<unknown>): Promise<Memory> {
  const peak: Memory = { renderer: 0, browser: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { renderer, browser: all } = await memoryOf(browser);
      peak.renderer = Math.max(peak.renderer, renderer);
      peak.browser = Math.max(peak.browser, all);
      await new Promise((wake) => setTimeout(wake, 200));
    }
  })();
  await Promise.resolve(work()).finally(() => {
    isOver = true;
  });
  await watching;
  return peak;
}
