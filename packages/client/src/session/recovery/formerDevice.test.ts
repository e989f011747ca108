/** Answers for new keys of a device that was signed in when the password was reset elsewhere. */
import { expect, it, vi } from 'vitest';
import { answerForReset } from './formerDevice.ts';

it('goes on behind a workspace that somebody else unlocks meanwhile', async () => {
  const locked = new Map(
    ['first', 'second', 'third'].map((id) => [id, { id, log: [{ seq: 0 }], scopes: [] }]),
  );
  const answer = vi.fn(async ({ workspaceId }: { workspaceId: string }) => {
    locked.delete(workspaceId);
    // An admin takes the words of the next one.
    locked.delete('second');
  });
  const formerDevice = async () => ({ workspaces: [...locked.values()], newPublicKey: {} });
  const vault = {
    takeLog: async (_: string, log: unknown[]) => {
      if (log.length === 0) throw new Error('rollback');
    },
    signDeviceRekey: async () => ({ entries: [{ seq: 1 }], keys: [] }),
  };
  const http = { api: async () => ({ recovery: { answer, formerDevice } }) };
  await answerForReset({ http, vault } as never, 'six words');
  expect(answer.mock.calls.map(([{ workspaceId }]) => workspaceId)).toEqual(['first', 'third']);
});
