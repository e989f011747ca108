// @vitest-environment happy-dom
/** The past of a room that could not be brought, and a connection that comes back without a word of any pull. */
import { observable } from '@kontor/client/observable';
import { HistoryError } from '@kontor/client/replica/historyPuller';
import type { ReplicaStatus } from '@kontor/client/replica/status';
import type { WindowItem } from '@kontor/client/replica/windowView';
import type { Session } from '@kontor/client/session/session';
import type { Message } from '@kontor/contract/nouns/message';
import type { Room } from '@kontor/contract/nouns/room';
import { MantineProvider } from '@mantine/core';
import { createRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetDrafts, keepDraft } from '../../../platform/draft/drafts.ts';
import { toast } from '../../../platform/toasts.tsx';
import { provideSession } from '../../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { messageEditDraft } from './leftInRoom.tsx';
import { Stream, type StreamHandle } from './stream.tsx';

vi.mock('./announcer.tsx', () => ({ Announcer: () => null }));
const resume = vi.hoisted(() => vi.fn());
vi.mock('./useReadMark.ts', () => ({ useReadMark: () => ({ line: Number.POSITIVE_INFINITY, resume }) }));
/** The messages that are offered to be marked as unread. */
const offered = vi.hoisted(() => new Set<number>());
type ShownMessage = { message: Message; isEdited: boolean; onMarkUnread?: () => void };
vi.mock('./messageItem.tsx', () => ({
  MessageItem: ({ message, isEdited, onMarkUnread }: ShownMessage) => {
    if (onMarkUnread) offered.add(message.createdRevision ?? 0);
    return `${message.id}${isEdited ? ' is edited' : ''}`;
  },
}));
vi.mock('@kontor/client/nouns/room', () => ({ seenIn: () => 0, joinedIn: () => 5 }));

const said = (createdRevision: number): WindowItem<Message> => {
  const id = `019a0000-0000-7000-8000-${String(createdRevision).padStart(12, '0')}`;
  const record = { id, userId: 'ben', files: [], createdRevision, createdAt: createdRevision };
  return { kind: 'record', key: id, record: record as unknown as Message };
};
const missing = (from: number, to: number): WindowItem<Message> => ({
  kind: 'gap',
  key: `gap ${from}`,
  from,
  to,
});

const windows = {
  open: vi.fn(async (_room: string) => {}),
  before: vi.fn(async (_room: string, _revision: number) => {}),
  after: vi.fn(async (_room: string, _revision: number) => {}),
  jump: vi.fn(async (_room: string, _to: object) => 1),
  bring: vi.fn(async (_ids: readonly string[]) => {}),
};
const session = {
  connection: { state: 'connected' },
  listeners: new Set<() => void>(),
  subscribe: (listener: () => void) => {
    session.listeners.add(listener);
    return () => session.listeners.delete(listener);
  },
};
const stream = createRef<StreamHandle>();
let element: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  session.connection = { state: 'connected' };
  provideSession(session as unknown as Session);
  element = document.body.appendChild(document.createElement('main'));
  root = createRoot(element);
});
afterEach(() => {
  flushSync(() => root.unmount());
  element.remove();
  vi.restoreAllMocks();
  for (const each of Object.values(windows)) each.mockReset();
});

async function draw(
  items: WindowItem<Message>[],
  memberIds: string[] = [],
  more: object = {},
): Promise<void> {
  const view = {
    get: () => items,
    isStart: items[0]?.kind !== 'gap',
    show: () => {},
    subscribe: () => () => {},
  };
  const records = {
    collections: { message: { get: () => undefined } },
    windows: { ...windows, view: () => view },
    scopes: observable(new Map([['room', {}]])),
    status: observable<ReplicaStatus>({ connection: 'current', reason: '' }),
    ...more,
  };
  provideWorkspace({ records, userId: 'ada' } as unknown as OpenWorkspace);
  const nothing = () => {};
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <Stream
          ref={stream}
          room={{ id: 'room', memberIds } as Room}
          name="Site"
          people={new Map()}
          readers={new Map()}
          mayWrite
          target={undefined}
          onReply={nothing}
          onQuote={nothing}
          onMakeTask={nothing}
          onEdited={nothing}
          filesOf={() => null}
        />
      </MantineProvider>,
    ),
  );
}
async function line(state: 'connected' | 'offline'): Promise<void> {
  session.connection = { state };
  flushSync(() => {
    for (const listener of session.listeners) listener();
  });
  await settled();
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const offline = () => new HistoryError('OFFLINE');
const retry = (at: Element | null | undefined) => at?.querySelector('button');

it('brings what is missing on the screen once the connection is back, or whoever reads it asks', async () => {
  for (const bring of [windows.before, windows.after]) bring.mockRejectedValue(offline());
  const calls = () => windows.before.mock.calls.length + windows.after.mock.calls.length;
  await draw([said(1), missing(2, 8), said(9)]);
  await vi.waitFor(() => expect(calls()).toBeGreaterThan(0));
  await settled();
  const before = calls();
  await line('offline');
  expect(calls()).toBe(before);
  await line('connected');
  expect(calls()).toBe(before + 1);
  const gap = [...element.querySelectorAll('[data-index]')].find((row) =>
    /Some messages/.test(row.textContent),
  );
  flushSync(() => retry(gap)!.click());
  await settled();
  expect(calls()).toBe(before + 2);
});

it('opens once the connection is back what could not be opened', async () => {
  windows.open.mockRejectedValue(offline());
  await draw([missing(0, 8)]);
  await settled();
  const before = windows.open.mock.calls.length;
  await line('offline');
  await line('connected');
  expect(windows.open).toHaveBeenCalledTimes(before + 1);
});

it('says that what somebody wants to see could not be brought, and goes on with the rest', async () => {
  const told = vi.spyOn(toast, 'error').mockReturnValue();
  windows.jump.mockRejectedValue(offline());
  await draw([said(1)]);
  await settled();
  stream.current!.toMessage('019a0000-0000-7000-8000-00000000aaaa');
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  await settled();
  expect(element.textContent).not.toContain('Try again');
});

it('offers to mark as unread only what counts as such: what others said in a room since the person came', async () => {
  await draw([said(3), said(6), said(7)]);
  expect([...offered]).toEqual([]);
  const own = said(7);
  if (own.kind === 'record') Object.assign(own.record, { userId: 'ada' });
  await draw([said(3), said(6), own], ['ada']);
  await vi.waitFor(() => expect([...offered]).toEqual([6]));
});

it('reads on where somebody goes to the newest', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2_000);
  resume.mockReset();
  await draw([said(1)]);
  const list = element.querySelector('[role="log"]')!;
  list.scrollTop = 0;
  flushSync(() => list.dispatchEvent(new Event('scroll')));
  await settled();
  expect(resume).not.toHaveBeenCalled();
  const toNewest = [...element.querySelectorAll('button')].at(-1)!;
  toNewest.focus();
  flushSync(() => toNewest.click());
  expect(resume).toHaveBeenCalledOnce();
  // The button goes: from the list a keyboard reads on.
  expect(document.activeElement).toBe(list);
});

it('goes to the end for a day after which nothing was written, and says so', async () => {
  const told = vi.spyOn(toast, 'info').mockReturnValue();
  windows.jump.mockResolvedValue(2);
  await draw([said(1)]);
  await settled();
  stream.current!.toMoment(1_000);
  await vi.waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith('Nothing was written after that.'));
  // A day with something behind it is gone to without a word.
  windows.jump.mockResolvedValue(1);
  stream.current!.toMoment(0);
  await settled();
  expect(told).toHaveBeenCalledOnce();
});

it('goes to what somebody wanted last, though what they wanted before comes later', async () => {
  const told = vi.spyOn(toast, 'info').mockReturnValue();
  const late = Promise.withResolvers<number>();
  windows.jump.mockReturnValueOnce(late.promise).mockResolvedValueOnce(1);
  await draw([said(1)]);
  await settled();
  stream.current!.toMoment(1_000);
  stream.current!.toMoment(0);
  await settled();
  late.resolve(2);
  await settled();
  expect(told).not.toHaveBeenCalled();
});

it.each([1, 3])(
  'says of a message that is gone that it was deleted, with %i left behind it',
  async (last) => {
    const told = vi.spyOn(toast, 'info').mockReturnValue();
    windows.jump.mockResolvedValue(2);
    await draw([said(1), ...(last > 1 ? [said(last)] : [])]);
    await settled();
    stream.current!.toMessage('019a0000-0000-7000-8000-00000000aaaa');
    await vi.waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith('This message was deleted.'));
  },
);

it('goes without a word to a message that is there', async () => {
  const told = vi.spyOn(toast, 'info').mockReturnValue();
  const there = said(1);
  await draw([there, said(2)]);
  await settled();
  stream.current!.toMessage(there.key);
  await settled();
  expect(told).not.toHaveBeenCalled();
});

it('opens again after a reload what was being changed in a message, and shows it where that is gone', async () => {
  const [there, deleted, earlier] = [said(9), said(8), said(2)];
  for (const [{ key }, words] of [
    [there, 'At ten'],
    [deleted, 'At nine'],
    [earlier, 'At two'],
  ] as const) {
    const content = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
    };
    keepDraft(messageEditDraft(key, 'room'), { base: {}, values: { content } }, 'w');
  }
  // What lies before the window is on the server yet.
  let isBrought = false;
  windows.bring.mockImplementation(async () => {
    isBrought = true;
  });
  await draw([missing(1, 7), there], [], {
    id: 'w',
    collections: {
      message: {
        get: (id: string) => (isBrought && id === earlier.key ? { createdRevision: 2 } : undefined),
      },
    },
  });
  expect(element.textContent).toContain(`${there.key} is edited`);
  await vi.waitFor(() => expect(element.textContent).toContain('At nine'));
  expect(element.textContent).not.toContain('At two');
  forgetDrafts();
});

const edit = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'At six' }] }] };

/** Draws a message that is not on the server yet, and begins to change it; returns its id. */
async function changeUnsent(more: object): Promise<string> {
  const unsent = said(6);
  if (unsent.kind === 'record') {
    Object.assign(unsent.record, { userId: 'ada' });
    delete unsent.record.createdRevision;
  }
  await draw([unsent], [], more);
  await settled();
  flushSync(() => stream.current!.editLast());
  keepDraft(messageEditDraft(unsent.key, 'room'), { base: {}, values: { content: edit } }, 'w');
  return unsent.key;
}

it.each(['it has its place', 'the room was left'])(
  'does not take a message for gone that was not sent when its change began, and left memory once %s',
  async (when) => {
    let revision: number | undefined;
    const get = () => (revision === undefined ? undefined : { createdRevision: revision });
    const more = { id: 'w', collections: { message: { get } } };
    const id = await changeUnsent(more);
    if (when === 'it has its place') {
      revision = 6;
      await draw([said(6)], [], more);
      expect(element.textContent).toContain(`${id} is edited`);
      revision = undefined;
    } else {
      flushSync(() => root.unmount());
      root = createRoot(element);
      windows.bring.mockImplementation(async () => {
        revision = 6;
      });
    }
    await draw([missing(1, 8), said(9)], [], more);
    await settled();
    expect(element.textContent).not.toContain('At six');
    forgetDrafts();
  },
);

it('shows what was typed into a message that was never sent, and is gone', async () => {
  const more = { id: 'w', collections: { message: { get: () => undefined } } };
  await changeUnsent(more);
  await draw([missing(1, 8), said(9)], [], more);
  await vi.waitFor(() => expect(element.textContent).toContain('At six'));
  forgetDrafts();
});
