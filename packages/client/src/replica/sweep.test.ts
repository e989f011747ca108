/** Tests of what is fetched by itself: the past ends at the beginning, whoever comes to that first, and each fault has its turn. */
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
      close: () => {},
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
      puller: { page: () => Promise.reject(failure), close: () => {} },
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

it('asks again for all that was refused, some after each pull', async () => {
  const faults = Array.from({ length: 50 }, (_, i) => ({
    kind: 'damaged',
    scopeId: 'room',
    id: String(i),
    createdRevision: i + 1,
  }));
  const asked: number[] = [];
  const history = new History({
    state: { faults: { all: faults } },
    puller: { recheck: async ({ id }: { id: string }) => void asked.push(Number(id)), close: () => {} },
    keeps: () => true,
    sweeps: false,
  } as unknown as HistoryContext);
  for (let pull = 0; pull < 3; pull++) await history.goOn();
  expect(asked.slice(0, 50)).toEqual(faults.map((_, i) => i));
  expect(asked.slice(50)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // The last one that was asked for is settled, and so are all but one: nothing is left out for that.
  faults.splice(0, 49);
  await history.goOn();
  expect(asked.at(-1)).toBe(49);
  history.close();
});
