import { leaseLasts } from '@kontor/contract/nouns/lease';
import { expect, it } from 'vitest';
import { observable } from '../observable.ts';
import { holdersOf, keepLeases } from './leases.ts';
import type { OpenFile } from './openFile.ts';

const now = 1_000_000_000;

/** Returns records with leases of these people, each until then. */
function records(leases: { id: string; holderId: string; until: number }[]) {
  const told: string[] = [];
  const where = (field: string, value: string) =>
    leases
      .map((lease) => ({ ...lease, documentId: 'd' }))
      .filter((lease) => lease[field as 'holderId'] === value);
  return {
    told,
    id: 'w',
    isWritable: () => true,
    collections: { lease: { where }, document: { get: () => ({ scopeId: 's' }) } },
    remove: (_: string, id: string) => void told.push(`remove ${id}`),
    update: (_: string, id: string) => void told.push(`renew ${id}`),
    create: (_: string, __: string, { until }: { until: number }) => {
      told.push(`until ${until - now}`);
      return { id: 'new' };
    },
  };
}

it('counts no lease that ends later than one can, as by a clock that is wrong', () => {
  const leases = [
    { id: '1', holderId: 'ada', until: now + leaseLasts },
    { id: '2', holderId: 'ben', until: now + 86_400_000 },
    { id: '3', holderId: 'eva', until: now - 1 },
  ];
  expect(holdersOf(records(leases) as never, 'd', { userId: 'ich', now })).toEqual(['ada']);
});

it('puts one that ends in time in the place of an own one that does not', () => {
  const own = records([{ id: '1', holderId: 'ada', until: now + 86_400_000 }]);
  const files = observable([{ workspaceId: 'w', documentId: 'd', status: 'opened' } as OpenFile]);
  const clock = { now: () => now, wait: () => new Promise<never>(() => {}) };
  const { stop } = keepLeases({
    records: own as never,
    userId: 'ada',
    files,
    clock: clock as never,
    isConnected: () => true,
  });
  expect(own.told).toEqual(['remove 1', `until ${leaseLasts}`]);
  stop();
});

it('gives back its own at the end, takes none anew meanwhile, and waits for the server no longer than 2 s', async () => {
  const leases = [
    { id: '1', holderId: 'ada', until: now + leaseLasts },
    { id: '2', holderId: 'ben', until: now + leaseLasts },
  ];
  const own = records(leases);
  const files = observable([{ workspaceId: 'w', documentId: 'd', status: 'opened' } as OpenFile]);
  const waits: { ms: number; end: () => void }[] = [];
  let passed = 0;
  const clock = {
    now: () => now + passed,
    wait: (ms: number) => new Promise<void>((end) => void waits.push({ ms, end })),
  };
  let isConnected = false;
  const kept = keepLeases({
    records: { ...own, outbox: { sent: () => new Promise(() => {}) } } as never,
    userId: 'ada',
    files,
    clock: clock as never,
    isConnected: () => isConnected,
  });
  await kept.giveBack();
  isConnected = true;
  files.set([...files.get()]);
  expect([own.told, waits.length]).toEqual([[], 1]);
  const given = kept.giveBack();
  leases.shift();
  files.set([...files.get()]);
  expect(own.told).toEqual(['remove 1']);
  expect(waits[1]!.ms).toBe(2_000);
  waits[1]!.end();
  await given;
  await kept.giveBack();
  expect(own.told).toEqual(['remove 1']);
  // A renewal that falls into the leaving takes none; who stays has it again with the next.
  waits[0]!.end();
  await expect.poll(() => waits.length).toBe(3);
  expect(own.told).toEqual(['remove 1']);
  passed = 60_000;
  waits[2]!.end();
  await expect.poll(() => own.told).toEqual(['remove 1', `until ${leaseLasts + passed}`]);
  kept.stop();
});
