/** Waiting for records that are not here yet. */
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { expect, it, vi } from 'vitest';
import { untilAllIsHere } from './loaded.ts';
import { type OpenWorkspace, provideWorkspace } from './workspace.ts';

const info = vi.hoisted(() => vi.fn());
vi.mock('../toasts.tsx', () => ({ toast: { info } }));

const notYet: Loaded = { scopes: new Set(), heads: true, isComplete: false };

it('asks once of each thing, however often it is told to, and again the next time', async () => {
  const loaded = observable(notYet);
  provideWorkspace({ records: { loaded }, userId: 'ada' } as unknown as OpenWorkspace);
  const asked = ['roof', 'roof', 'bridge'].map((id) => untilAllIsHere(id));
  loaded.set({ ...notYet, isComplete: true });
  expect(await Promise.all(asked)).toEqual([false, true, true]);
  expect(info).toHaveBeenCalledTimes(3);
  loaded.set(notYet);
  const again = untilAllIsHere('roof');
  loaded.set({ ...notYet, isComplete: true });
  expect(await again).toBe(true);
});
