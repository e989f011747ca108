import type { LogState } from '@kontor/contract/memberLog/state';
import { afterEach, expect, it, vi } from 'vitest';
import { offline } from '../http/callError.ts';
import { observable } from '../observable.ts';
import { keepVisiting, withdrawExpired } from './adminVisit.ts';
import type { PeopledReplica } from './team.ts';

const now = 1_000 * 86_400_000;

/**
 * Resolves with whom a visit withdraws, of invitations that are over since so many days; with `waiting`
 * somebody waits.
 */
async function withdrawnOf(
  invitations: Record<string, number>,
  { waiting = [], role = 'ADMIN' }: { waiting?: string[]; role?: 'ADMIN' | 'EMPLOYEE' } = {},
): Promise<string[]> {
  const gone: string[] = [];
  const standing = () =>
    new Map(
      Object.entries(invitations)
        .filter(([id]) => !gone.includes(id))
        .map(([invitationId, days]) => [invitationId, { invitationId, expiresAt: now - days * 86_400_000 }]),
    );
  const me = { userId: 'me', role, status: 'ACTIVE', isOwner: false };
  const team = {
    sentInvitations: async () =>
      Object.keys(invitations).map((id) => ({ id, waiting: waiting.includes(id) ? {} : null })),
    remove: async (id: string) => void gone.push(id),
  };
  const workspace = {
    log: { get: () => ({ members: new Map([['me', me]]), invitations: standing() }) as unknown as LogState },
    team: async () => team,
  } as unknown as PeopledReplica;
  await withdrawExpired({ workspace, userId: 'me' }, now);
  return gone;
}

it('withdraws what expired a day ago or longer, and nothing else', async () => {
  expect(await withdrawnOf({ old: 3, justOver: 0.9, open: -2, other: 1 })).toEqual(['old', 'other']);
});

it('leaves those with which somebody waits to a person, and all of them to admins', async () => {
  expect(await withdrawnOf({ old: 3, asked: 3 }, { waiting: ['asked'] })).toEqual(['old']);
  expect(await withdrawnOf({ old: 3 }, { role: 'EMPLOYEE' })).toEqual([]);
});

afterEach(() => void vi.unstubAllGlobals());

/** Resolves with what is reported of a visit whose every way to the people of the workspace fails so. */
async function reportedOf(failure: Error, endsBefore = false): Promise<unknown[]> {
  const reported: unknown[] = [];
  vi.stubGlobal('queueMicrotask', (run: () => void) => {
    try {
      run();
    } catch (error) {
      reported.push(error);
    }
  });
  const me = { userId: 'me', role: 'ADMIN', status: 'ACTIVE', isOwner: false };
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<never>();
  const workspace = {
    log: observable({ members: new Map([['me', me]]), invitations: new Map() }),
    status: observable({ connection: 'current' }),
    loaded: observable({ isComplete: true }),
    confirmed: observable(true),
    invalidations: observable(0),
    isWritable: () => false,
    team: () => {
      asked.resolve();
      return answer.promise;
    },
  };
  const end = keepVisiting({ workspace, userId: 'me' } as unknown as Parameters<typeof keepVisiting>[0]);
  await asked.promise;
  if (endsBefore) end();
  answer.reject(failure);
  await new Promise((resolve) => setTimeout(resolve));
  end();
  return reported.filter((error) => error === failure);
}

it('has a fault of ours reported, but neither a refusal nor what comes of its end', async () => {
  const fault = new TypeError('a bug');
  expect(await reportedOf(fault)).toEqual([fault]);
  expect(await reportedOf(offline(undefined))).toEqual([]);
  expect(await reportedOf(fault, true)).toEqual([]);
});
