// @vitest-environment happy-dom
/** Jumps to a message: to where the device knows it to lie, else to when it was written. */
import { observable } from '@kontor/client/observable';
import type { Session } from '@kontor/client/session/session';
import { idTime } from '@kontor/contract/entity/idTime';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../../platform/workspace/session.ts';
import { type StreamState, useStream } from './useStream.ts';

const opened = vi.hoisted(() => ({ records: {} as Record<string, unknown> }));
vi.mock('../../../platform/workspace/workspace.ts', async (original) => ({
  ...(await original<object>()),
  useWorkspace: () => opened,
}));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

it('tells the newest messages to be here once they were brought, also after that failed at first', async () => {
  let isReached = false;
  const view = { get: () => none, subscribe: () => () => {}, show: () => {}, isStart: true };
  const none: never[] = [];
  const open = async () => {
    if (!isReached) throw Object.assign(new Error('not reached'), { name: 'HistoryError' });
  };
  opened.records = {
    windows: { view: () => view, open },
    collections: {},
    scopes: observable(new Set(['room'])),
    status: observable({ connection: 'lost' }),
  };
  const session = { connection: { state: 'connected' }, subscribe: () => () => {} };
  provideSession(session as unknown as Session);
  let stream: StreamState | undefined;
  const Room = () => {
    stream = useStream('room');
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Room />));
  expect(stream).toMatchObject({ isOpen: true, hasNewest: false, loading: 'failed' });
  isReached = true;
  await act(async () => stream!.retry());
  expect(stream).toMatchObject({ isOpen: true, hasNewest: true, loading: 'idle' });
  act(() => root.unmount());
});

it('goes to where a message lies that was sent long after it was written, and to its time where that is not known', async () => {
  const [known, unknown] = [uuidv7(), uuidv7()];
  const here = new Map<string, object>();
  const view = { get: () => none, subscribe: () => () => {}, show: () => {}, isStart: true };
  const none: never[] = [];
  const windows = {
    view: () => view,
    open: async () => {},
    bring: async ([id]: string[]) => void (id === known && here.set(known, { createdRevision: 3_000 })),
    jump: vi.fn(async () => 0),
  };
  opened.records = {
    windows,
    collections: { message: here },
    scopes: observable(new Set(['room'])),
    status: observable({ connection: 'current' }),
  };
  const session = { connection: { state: 'connected' }, subscribe: () => () => {} };
  provideSession(session as unknown as Session);
  let stream: StreamState | undefined;
  const Room = () => {
    stream = useStream('room');
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Room />));
  await act(async () => void (await stream!.jump({ id: known })));
  expect(windows.jump).toHaveBeenLastCalledWith('room', { revision: 3_000 });
  await act(async () => void (await stream!.jump({ id: unknown })));
  expect(windows.jump).toHaveBeenLastCalledWith('room', { at: idTime(unknown) });
  act(() => root.unmount());
});
