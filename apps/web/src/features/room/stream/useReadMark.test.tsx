// @vitest-environment happy-dom
/** The line above what is new in a room, for somebody who comes back. */
import { observable } from '@kontor/client/observable';
import type { ReplicaStatus } from '@kontor/client/replica/status';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { useReadMark } from './useReadMark.ts';

const room = vi.hoisted(() => ({ unseen: 0, seen: 4 }));
vi.mock('@kontor/client/nouns/room', () => ({
  seenIn: () => room.seen,
  unseenIn: () => Array.from({ length: room.unseen }),
}));
vi.mock('./actions.ts', () => ({ keepSeen: () => {} }));

it('stands above what comes with the first pull, though the device has the room without it', () => {
  const status = observable<ReplicaStatus>({ connection: 'opening', reason: '' });
  provideWorkspace({ records: { status, collections: {} }, userId: 'ada' } as unknown as OpenWorkspace);
  let line: number | undefined;
  const Room = ({ newest }: { newest: number }) => {
    line = useReadMark('room', { newest, isOpen: true, isInView: true });
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Room newest={4} />));
  expect(line).toBe(Number.POSITIVE_INFINITY);
  room.unseen = 1;
  flushSync(() => root.render(<Room newest={5} />));
  flushSync(() => status.set({ connection: 'current', reason: '' }));
  expect(line).toBe(4);
  // It stays where it was, though everything is read by now.
  [room.unseen, room.seen] = [0, 5];
  flushSync(() => root.render(<Room newest={6} />));
  expect(line).toBe(4);
  root.unmount();
});
