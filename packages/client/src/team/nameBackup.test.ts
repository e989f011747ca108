import { LogError } from '@kontor/contract/memberLog/logError';
import { expect, it } from 'vitest';
import { type NamingParts, redoLost } from './nameBackup.ts';

/**
 * Returns what a confirming admin's device does after a backup let these people in again; `owner` is the owner of that
 * time.
 */
async function actsOf(ids: string[], owner: string): Promise<{ done: string[]; failure: unknown }> {
  const done: string[] = [];
  const customer = { kind: 'customer', generation: 1, scopeId: 'new customer' };
  const entries = [
    ...ids.map((userId) => ({ type: 'remove', payload: { userId, scopes: [] } })),
    { type: 'rotate', payload: { scopes: [customer] } },
  ];
  const members = new Map(ids.map((id) => [id, { isOwner: id === owner }]));
  const parts = {
    userId: 'me',
    workspace: {
      lost: { get: () => ({ entries, holders: {} }) },
      log: { get: () => ({ members, invitations: new Map(), scopes: new Map() }) },
      readmitted: () => ids.map((id) => ({ id })),
    },
    team: {
      remove: async (id: string) => {
        if (id === owner) throw new LogError('not-permitted', 7);
        done.push(id);
      },
      act: async ({ scopeIds }: { scopeIds: string[] }) => void done.push(...scopeIds),
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
