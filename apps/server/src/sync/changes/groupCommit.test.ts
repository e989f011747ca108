/** Rounds of which a part fails. */
import { expect, it, vi } from 'vitest';
import type { Services } from '../../services.ts';
import type { Batches, FastBatch } from './fastBatch.ts';
import { applyFast } from './fastPath.ts';
import { writeFast } from './groupCommit.ts';

vi.mock('./fastPath.ts', () => ({ applyFast: vi.fn() }));

const batch = (id: string): FastBatch => ({
  id,
  userId: 'user',
  workspaceId: 'workspace',
  runs: [{ entity: 'task', verb: 'create', effect: undefined, records: [] }],
  scopeIds: [],
  people: [],
  staffKid: undefined,
});

it.each(['first', 'second'])(
  'tells of what one half of a round wrote, where the %s fails',
  async (failing) => {
    const services = { db: {}, clock: { now: () => new Date() } } as Services;
    const told = [{ userId: 'user', workspaceId: 'workspace' }];
    const free = Promise.withResolvers<undefined>();
    vi.mocked(applyFast).mockImplementation(async (_db, [{ id }, second]: Batches) => {
      if (id === 'under way') return free.promise;
      if (second) return undefined;
      if (id === failing) throw new Error('the connection broke');
      return { scopes: [[]], told };
    });
    const underWay = [1, 2, 3].map(() => writeFast(services, batch('under way')));
    const waiting = ['first', 'second'].map((id) => writeFast(services, batch(id)));
    free.resolve(undefined);
    await Promise.all(underWay);
    const outcomes = await Promise.allSettled(waiting);
    const broken = { status: 'rejected', reason: new Error('the connection broke') };
    const written = { status: 'fulfilled', value: { scopes: [], told } };
    expect(outcomes).toMatchObject(failing === 'first' ? [broken, written] : [written, broken]);
  },
);
