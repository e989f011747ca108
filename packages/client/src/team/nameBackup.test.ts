import type { Role } from '@kontor/contract/entity/role';
import { LogError } from '@kontor/contract/memberLog/logError';
import { expect, it } from 'vitest';
import { type NamingParts, redoLost } from './nameBackup.ts';

/**
 * Returns what a confirming admin's device does after a backup let these people in again; `owner` is the owner of that
 * time, `places` are those of who was not removed since.
 */
async function actsOf(
  ids: string[],
  owner: string,
  places: Record<string, object> = {},
): Promise<{ done: string[]; failure: unknown }> {
  const done: string[] = [];
  const customer = { kind: 'customer', generation: 1, scopeId: 'new customer' };
  const entries = [
    ...ids.filter((id) => !places[id]).map((userId) => ({ type: 'remove', payload: { userId, scopes: [] } })),
    { type: 'rotate', payload: { scopes: [customer] } },
  ];
  const members = new Map(ids.map((id) => [id, { isOwner: id === owner }]));
  const scopes = new Map<string, object>();
  const parts = {
    userId: 'me',
    workspace: {
      lost: { get: () => ({ entries, holders: places }) },
      log: { get: () => ({ members, invitations: new Map(), scopes }) },
      readmitted: () => ids.map((id) => ({ id })),
    },
    team: {
      remove: async (id: string) => {
        if (id === owner) throw new LogError('not-permitted', 7);
        done.push(id);
      },
      setRole: async (id: string, _role: Role, customerId: string) => {
        if (!scopes.has(customerId)) throw new LogError('malformed', 7);
        done.push(id);
      },
      act: async ({ scopeIds }: { scopeIds: string[] }) => {
        for (const id of scopeIds) scopes.set(id, customer);
        done.push(...scopeIds);
      },
    },
  } as unknown as NamingParts;
  const failure = await redoLost(parts).catch((error: unknown) => error);
  return { done, failure };
}

it('shuts everybody out again whom the backup let in, though the owner of then cannot be', async () => {
  const { done, failure } = await actsOf(['gone owner', 'emma', 'me', 'ben'], 'gone owner');
  expect(done).toEqual(['emma', 'ben', 'new customer']);
  expect(failure).toMatchObject({ fault: 'not-permitted' });
  expect(await actsOf(['emma'], 'somebody else')).toEqual({
    done: ['emma', 'new customer'],
    failure: undefined,
  });
});

it('begins the scope of a new customer before it moves somebody there, and shuts out everybody else first', async () => {
  const clara = { role: 'CUSTOMER', customerId: 'new customer' };
  expect(await actsOf(['clara', 'emma'], 'somebody else', { clara })).toEqual({
    done: ['emma', 'new customer', 'clara'],
    failure: undefined,
  });
});

it('shuts out the others where one cannot be, and says so', async () => {
  const userOf = (customerId: string) => ({ role: 'CUSTOMER', customerId });
  const places = { clara: userOf('unknown'), dora: userOf('new customer') };
  const { done, failure } = await actsOf(['clara', 'emma', 'dora'], 'somebody else', places);
  expect(done).toEqual(['emma', 'new customer', 'dora']);
  expect(failure).toMatchObject({ fault: 'malformed' });
});
