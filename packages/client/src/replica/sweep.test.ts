/** Tests that the past which is fetched by itself ends at the beginning, whoever comes to that first. */
import { expect, it } from 'vitest';
import { History, type HistoryContext } from './history.ts';
import { HistoryError } from './historyPuller.ts';

/** Resolves once what was put off until the browser is idle had its turn. */
const idle = () => new Promise((resolve) => setTimeout(resolve, 10));

it('asks for nothing before the beginning, where somebody has come to that while it waited', async () => {
  const asked: number[] = [];
  const fetched = Promise.withResolvers<void>();
  let from = 5;
  const history = new History({
    windows: {
      isWindowed: () => true,
      coverage: { scopes: ['room'], covered: () => [{ from, to: 10 }] },
      open: { pagesOf: () => [], closeSoon: () => {} },
    },
    state: { faults: { all: [] } },
    puller: {
      page: async (_: string, before: number) => {
        asked.push(before);
        await fetched.promise;
        from = 0;
        return { from, ids: [] };
      },
    },
    now: Date.now,
    keeps: () => true,
    sweeps: true,
    pull: async () => {},
  } as unknown as HistoryContext);
  const reached = history.reachBack('room');
  await history.goOn();
  await idle();
  fetched.resolve();
  expect(await reached).toBe(true);
  await idle();
  expect(asked).toEqual([5]);
  history.close();
});

it('has a fault of ours reported, but not an outage', async () => {
  const unhandled: unknown[] = [];
  const stops = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => unhandled.push(error));
  const sweepFailing = async (failure: Error) => {
    const history = new History({
      windows: {
        isWindowed: () => true,
        coverage: { scopes: ['room'], covered: () => [{ from: 5, to: 10 }] },
        open: { pagesOf: () => [], closeSoon: () => {} },
      },
      state: { faults: { all: [] } },
      puller: { page: () => Promise.reject(failure) },
      now: Date.now,
      keeps: () => true,
      sweeps: true,
      pull: async () => {},
    } as unknown as HistoryContext);
    await history.goOn();
    await idle();
    history.close();
  };
  const fault = new TypeError('a bug');
  try {
    await sweepFailing(new HistoryError('OFFLINE'));
    await sweepFailing(fault);
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const stop of stops) process.on('unhandledRejection', stop);
  }
  expect(unhandled).toEqual([fault]);
});
