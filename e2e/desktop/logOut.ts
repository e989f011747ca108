/** Plays a log-out of the system: it ends the app by a signal, which asks nobody. */
import { existsSync } from 'node:fs';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { BreakingProxy } from '@kontor/testkit/breakingProxy';
import { until } from '../browsers/browser.ts';
import type { Step } from '../browsers/tour.ts';
import type { WebKit } from '../browsers/webkit.ts';
import type { Hit } from '../canary/search.ts';
import type { Acts } from './acts.ts';

interface LogOutSite {
  app(): WebKit;
  act: Acts;
  proxy: BreakingProxy;
  /** The documents of the scope, on another device. */
  elsewhere: Workspace;
  scopeId: string;
  /** Shows these documents in the app. */
  documents(): Promise<void>;
  /** Returns what is readable on the computer. */
  found(): Hit[];
  /** First words of a document that arrives. */
  words: string;
  /** The folder of the document that a program has open. */
  held: string;
}

/** Plays the step; the app has ended then. */
export async function logOutStep(site: LogOutSite, step: Step): Promise<void> {
  const { app, act, proxy, elsewhere, scopeId, documents, found, words, held } = site;
  const name = 'Arriving.txt';
  await step('a log-out while a document arrives leaves readable what a program has open', async () => {
    const { uploads } = await elsewhere.files();
    const file = new File([words, 'x'.repeat(40_000_000)], name, { type: 'text/plain' });
    await uploads.add([file], { scopeId });
    await elsewhere.outbox.sent();
    await documents();
    proxy.slowAnswers(1_000_000);
    await act.openInProgram(name);
    await until('a part of it, readable', async () => found().some(({ sink }) => sink.endsWith(name)));
    await app().kill('SIGTERM');
    proxy.slowAnswers(Number.POSITIVE_INFINITY);
    const left = found().filter(({ sink }) => !sink.startsWith(held));
    if (left.length > 0) throw new Error(`readable: ${left.map(({ sink }) => sink).join(', ')}`);
    if (!existsSync(held)) throw new Error('what the program has open is gone');
  });
}
