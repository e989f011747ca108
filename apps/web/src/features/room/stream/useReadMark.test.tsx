// @vitest-environment happy-dom
/** The line above what is new in a room, for somebody who comes back. */
import { observable } from '@kontor/client/observable';
import type { ReplicaStatus } from '@kontor/client/replica/status';
import { act } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { useReadMark } from './useReadMark.ts';

const room = vi.hoisted(() => ({ unseen: 0, seen: 4, isWritable: true }));
vi.mock('@kontor/client/nouns/room', () => ({
  seenIn: () => room.seen,
  unseenIn: () => Array.from({ length: room.unseen }),
}));
vi.mock('../../../platform/workspace/entitlement.ts', () => ({ useIsWritable: () => room.isWritable }));
vi.mock('../queries.ts', () => ({ useRoomMark: () => ({ seen: room.seen }) }));
const keepSeen = vi.hoisted(() => vi.fn());
vi.mock('./actions.ts', () => ({ keepSeen }));

it('stands above what comes with the first pull, though the device has the room without it', () => {
  const status = observable<ReplicaStatus>({ connection: 'opening', reason: '' });
  provideWorkspace({
    records: { status, collections: {}, pull: async () => {} },
    userId: 'ada',
  } as unknown as OpenWorkspace);
  let line: number | undefined;
  const Room = ({ newest }: { newest: number }) => {
    ({ line } = useReadMark('room', { newest, isOpen: true, isInView: true }));
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

it('stands above what came while nobody looked, each time anew', async () => {
  const status = observable<ReplicaStatus>({ connection: 'current', reason: '' });
  provideWorkspace({
    records: { status, collections: {}, pull: async () => {} },
    userId: 'ada',
  } as unknown as OpenWorkspace);
  Object.assign(room, { unseen: 0, seen: 4 });
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  let line: number | undefined;
  const Room = ({ newest }: { newest: number }) => {
    ({ line } = useReadMark('room', { newest, isOpen: true, isInView: true }));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  const look = async (isFocused: boolean) => {
    focus.mockReturnValue(isFocused);
    flushSync(() => window.dispatchEvent(new Event(isFocused ? 'focus' : 'blur')));
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const come = (newest: number, isRead: boolean) => {
    Object.assign(room, isRead ? { unseen: 0, seen: newest } : { unseen: room.unseen + 1 });
    flushSync(() => root.render(<Room newest={newest} />));
  };
  flushSync(() => root.render(<Room newest={4} />));
  await look(false);
  await look(true);
  // Whoever looks on as it comes needs no line.
  come(5, true);
  expect(line).toBe(Number.POSITIVE_INFINITY);
  await look(false);
  come(6, false);
  await look(true);
  expect(line).toBe(5);
  come(6, true);
  come(7, true);
  expect(line).toBe(5);
  await look(false);
  expect(line).toBe(7);
  root.unmount();
  vi.restoreAllMocks();
});

it('stands above what comes a moment after somebody came back, and above nothing else', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const status = observable<ReplicaStatus>({ connection: 'current', reason: '' });
  let pulled = Promise.withResolvers<void>();
  const pull = vi.fn(() => pulled.promise);
  const records = { status, collections: {}, pull };
  vi.useFakeTimers({ toFake: ['Date'] });
  provideWorkspace({ records, userId: 'ada' } as unknown as OpenWorkspace);
  Object.assign(room, { unseen: 0, seen: 4 });
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  let line: number | undefined;
  const Room = ({ newest }: { newest: number }) => {
    ({ line } = useReadMark('room', { newest, isOpen: true, isInView: true }));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  const look = (isFocused: boolean) => {
    focus.mockReturnValue(isFocused);
    if (isFocused) vi.setSystemTime(Date.now() + 30_000);
    act(() => window.dispatchEvent(new Event(isFocused ? 'focus' : 'blur')));
  };
  const comeBack = () => {
    pulled = Promise.withResolvers();
    look(false);
    look(true);
  };
  const answer = () => act(async () => pulled.resolve());
  act(() => root.render(<Room newest={4} />));
  expect(line).toBe(Number.POSITIVE_INFINITY);
  comeBack();
  Object.assign(room, { unseen: 1 });
  act(() => root.render(<Room newest={5} />));
  await answer();
  expect(line).toBe(4);
  // What came is read before the answer has ended.
  Object.assign(room, { unseen: 0, seen: 5 });
  comeBack();
  Object.assign(room, { seen: 6 });
  act(() => root.render(<Room newest={6} />));
  await answer();
  expect(line).toBe(5);
  comeBack();
  await answer();
  expect(line).toBe(Number.POSITIVE_INFINITY);
  // What came was read on another device.
  look(false);
  Object.assign(room, { unseen: 1 });
  act(() => root.render(<Room newest={7} />));
  Object.assign(room, { unseen: 0, seen: 7 });
  act(() => root.render(<Room newest={7} />));
  pulled = Promise.withResolvers();
  look(true);
  await answer();
  expect(line).toBe(Number.POSITIVE_INFINITY);
  // A device that wakes has no connection yet.
  comeBack();
  act(() => status.set({ connection: 'offline', reason: '' }));
  await answer();
  Object.assign(room, { unseen: 1 });
  act(() => root.render(<Room newest={8} />));
  act(() => status.set({ connection: 'current', reason: '' }));
  expect(line).toBe(7);
  // Who looks away for a moment had a connection meanwhile.
  Object.assign(room, { unseen: 0, seen: 8 });
  pull.mockClear();
  look(false);
  vi.setSystemTime(Date.now() - 1);
  look(true);
  expect(pull).not.toHaveBeenCalled();
  act(() => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('leaves unread what somebody marked so, until they type or open the room again', () => {
  vi.useFakeTimers();
  const status = observable<ReplicaStatus>({ connection: 'current', reason: '' });
  provideWorkspace({
    records: { status, collections: {}, pull: async () => {} },
    userId: 'ada',
  } as unknown as OpenWorkspace);
  Object.assign(room, { unseen: 0, seen: 9 });
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  keepSeen.mockReset().mockImplementation((_room: string, seen: number) => {
    Object.assign(room, { seen, unseen: 1 });
  });
  let mark: ReturnType<typeof useReadMark> | undefined;
  const Room = ({ newest }: { newest: number }) => {
    mark = useReadMark('room', { newest, isOpen: true, isInView: true });
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Room newest={9} />));
  flushSync(() => mark!.markUnread(5));
  expect(keepSeen.mock.calls).toEqual([['room', 4]]);
  expect(mark!.line).toBe(4);
  flushSync(() => root.render(<Room newest={10} />));
  vi.advanceTimersByTime(5_000);
  expect(keepSeen).toHaveBeenCalledTimes(1);
  // How far one has read is kept again once the workspace takes changes.
  room.isWritable = false;
  flushSync(() => mark!.resume());
  vi.advanceTimersByTime(5_000);
  expect(keepSeen).toHaveBeenCalledTimes(1);
  room.isWritable = true;
  flushSync(() => root.render(<Room newest={10} />));
  vi.advanceTimersByTime(5_000);
  expect(keepSeen).toHaveBeenLastCalledWith('room', 10);
  root.unmount();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([true, false])(
  'leaves unread what was marked so on another device (somebody looks: %s), until it was read there',
  (isInFront) => {
    vi.useFakeTimers();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    const status = observable<ReplicaStatus>({ connection: 'current', reason: '' });
    provideWorkspace({
      records: { status, collections: {}, pull: async () => {} },
      userId: 'ada',
    } as unknown as OpenWorkspace);
    Object.assign(room, { unseen: 0, seen: 9 });
    keepSeen.mockReset();
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    let mark: ReturnType<typeof useReadMark> | undefined;
    const Room = ({ newest }: { newest: number }) => {
      mark = useReadMark('room', { newest, isOpen: true, isInView: true });
      return null;
    };
    const root = createRoot(document.createElement('div'));
    const look = (isFocused: boolean) => {
      focus.mockReturnValue(isFocused);
      act(() => window.dispatchEvent(new Event(isFocused ? 'focus' : 'blur')));
    };
    const draw = (newest: number) => {
      act(() => root.render(<Room newest={newest} />));
      act(() => vi.advanceTimersByTime(5_000));
    };
    draw(9);
    if (!isInFront) look(false);
    Object.assign(room, { seen: 4, unseen: 5 });
    if (isInFront) draw(9);
    else look(true);
    draw(9);
    expect(mark!.line).toBe(4);
    draw(10);
    expect(keepSeen).not.toHaveBeenCalled();
    Object.assign(room, { seen: 10, unseen: 0 });
    draw(10);
    Object.assign(room, { unseen: 1 });
    draw(11);
    expect(keepSeen.mock.calls).toEqual([['room', 11]]);
    act(() => root.unmount());
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  },
);

it('reads what was marked as unread before this device opened the room', () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const status = observable<ReplicaStatus>({ connection: 'opening', reason: '' });
  provideWorkspace({
    records: { status, collections: {}, pull: async () => {} },
    userId: 'ada',
  } as unknown as OpenWorkspace);
  Object.assign(room, { unseen: 0, seen: 9 });
  keepSeen.mockReset();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  let line: number | undefined;
  const Room = () => {
    ({ line } = useReadMark('room', { newest: 9, isOpen: true, isInView: true }));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Room />));
  Object.assign(room, { seen: 4, unseen: 5 });
  act(() => root.render(<Room />));
  act(() => status.set({ connection: 'current', reason: '' }));
  expect(line).toBe(4);
  act(() => vi.advanceTimersByTime(5_000));
  expect(keepSeen.mock.calls).toEqual([['room', 9]]);
  act(() => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
