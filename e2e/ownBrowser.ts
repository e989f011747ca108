/** A browser of one's own, on a profile on the disk that outlives it. */
import { type BrowserContext, chromium, type LaunchOptions } from '@playwright/test';
import { killHard, untilDead } from './crash/processes.ts';
import { type Guard, guardContext } from './guard.ts';

export interface OwnBrowser {
  context: BrowserContext;
  guard: Guard;
}

/** Starts the whole browser, since a shell keeps no session files. */
export async function startBrowser(
  profile: string,
  origin: string,
  launchOptions: LaunchOptions,
): Promise<OwnBrowser> {
  const executablePath = process.env.KONTOR_CHROMIUM;
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(executablePath && { executablePath }),
    baseURL: origin,
  });
  return { context, guard: await guardContext(context, origin) };
}

/** Kills it as a crash or a power cut does, and waits until none of its processes is left. */
export async function killBrowser({ context }: OwnBrowser): Promise<void> {
  const cdp = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  const closed = context.waitForEvent('close');
  killHard(processInfo.find(({ type }) => type === 'browser')!.id);
  await closed;
  await untilDead(processInfo.map(({ id }) => id));
}
