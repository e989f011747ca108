// @vitest-environment happy-dom
/** Text half typed in a room, here and on another device of the same person. */
import { MemoryStore } from '@kontor/client/device/memoryStore';
import { createRoom, keepRoomMark, markIn } from '@kontor/client/nouns/room';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { RichText } from '@kontor/contract/entity/field';
import type { Room } from '@kontor/contract/nouns/room';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  draftCount,
  forgetDrafts,
  keepDraft,
  keepDraftsIn,
  keepNow,
  keptDraft,
  lookAround,
} from '../../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { openDrafts } from '../../../testing/openDrafts.ts';
import { plainText } from '../../../ui/richText/plain.ts';
import { type HalfTyped, useHalfTyped, waitingDraft } from './useHalfTyped.ts';

const ada = '019a0000-0000-7000-8000-0000000000aa';
const text = (words: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});

let replica: Replica;
let room: Room;
let root: Root;
let field: HalfTyped;

const keptText = (roomId = room.id) => {
  const draft = markIn(replica.collections.roomMark.where('roomId', roomId))?.draft;
  return draft && plainText(draft);
};
const shownText = () => field.content && plainText(field.content);
/** Has another device keep this. */
const elsewhere = (draft: RichText | undefined) =>
  flushSync(() => keepRoomMark(replica, room.id, ada, { draft }));
const act = (what: () => void) => flushSync(what);

function open(of: Room): void {
  const Field = () => {
    field = useHalfTyped(of);
    return null;
  };
  root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Field />));
}

beforeEach(async () => {
  replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const id = createRoom(replica, { name: 'Site', memberIds: [] }, 'open', { userId: ada, at: 1 });
  room = replica.collections.room.get(id)!;
  open(room);
});
afterEach(async () => {
  flushSync(() => root.unmount());
  forgetDrafts();
  await replica.close();
});

it('shows what another device keeps, and takes away with it what is sent', () => {
  elsewhere(text('Half a sen'));
  expect(shownText()).toBe('Half a sen');
  elsewhere(text('Half a sentence'));
  expect(shownText()).toBe('Half a sentence');
  act(() => field.clear());
  expect([shownText(), keptText()]).toEqual([undefined, undefined]);
});

it('keeps what is typed as a draft on this device while the workspace takes no changes', async () => {
  let isWritable = true;
  replica.isWritable = () => isWritable;
  elsewhere(text('Half'));
  isWritable = false;
  act(() => field.type(text('Half a word')));
  act(() => field.keep());
  flushSync(() => root.unmount());
  expect([keptText(), plainText(keptDraft<RichText>(waitingDraft(room.id))!)]).toEqual([
    'Half',
    'Half a word',
  ]);
  isWritable = true;
  open(room);
  expect(shownText()).toBe('Half a word');
});

it('leaves what another device keeps when something else is sent from here, and then shows it', () => {
  act(() => field.type(text('Yes')));
  elsewhere(text('Half a sen'));
  expect(shownText()).toBe('Yes');
  act(() => field.clear());
  expect(keptText()).toBe('Half a sen');
  expect(shownText()).toBe('Half a sen');
});

it('writes over nothing that it did not show, and puts what is typed behind it when it closes', () => {
  act(() => field.type(text('Here')));
  act(() => field.keep());
  expect(keptText()).toBe('Here');
  elsewhere(text('There'));
  act(() => field.type(text('Here, too')));
  act(() => field.keep());
  expect(keptText()).toBe('There');
  flushSync(() => root.unmount());
  expect(keptText()).toBe('There\nHere, too');
});

it('goes on from the room before, and empties that alone', () => {
  elsewhere(text('Half a sen'));
  const next = { ...room, id: 'next', continuesId: room.id };
  flushSync(() => root.unmount());
  open(next);
  expect(shownText()).toBe('Half a sen');
  act(() => field.type(text('Half a sentence')));
  act(() => field.keep());
  expect([keptText(), keptText('next')]).toEqual([undefined, 'Half a sentence']);
});

it('puts what is typed behind what another device keeps in the room before, and empties that', () => {
  const next = { ...room, id: 'next', continuesId: room.id };
  flushSync(() => root.unmount());
  open(next);
  act(() => field.type(text('Here')));
  elsewhere(text('There'));
  flushSync(() => root.unmount());
  expect([keptText(), keptText('next')]).toEqual([undefined, 'There\nHere']);
  open(next);
  act(() => field.clear());
  expect([shownText(), keptText('next')]).toEqual([undefined, undefined]);
});

it('has what waits behind what another device keeps on this one, where the page ended without a word', () => {
  elsewhere(text('There'));
  act(() => field.type(undefined));
  act(() => field.type(text('Here')));
  elsewhere(text('There, too'));
  act(() => field.keep());
  const gone = root;
  open(room);
  expect([shownText(), keptText()]).toEqual(['Here', 'There, too']);
  flushSync(() => root.unmount());
  expect([keptText(), draftCount()]).toEqual(['There, too\nHere', 0]);
  root = gone;
});

it('leaves what another tab lets wait in the room', () => {
  act(() => field.type(text('Here')));
  act(() => field.keep());
  keepDraft(waitingDraft(room.id), text('There'));
  act(() => field.type(text('Here, too')));
  act(() => field.keep());
  expect(keptText()).toBe('Here, too');
  expect(keptDraft(waitingDraft(room.id))).toEqual(text('There'));
});

it('leaves what is typed here when what another tab let wait is dropped there', async () => {
  const device = new MemoryStore();
  const [key, other] = [`${replica.id}/${waitingDraft(room.id)}`, await openDrafts(device)];
  keepDraftsIn(await openDrafts(device));
  await other.keep(key, text('There'));
  await lookAround();
  act(() => field.type(text('Here')));
  await other.keep(key, undefined);
  await lookAround({ key, draft: text('There') });
  expect([keptDraft(waitingDraft(room.id)), shownText()]).toEqual([undefined, 'Here']);
  act(() => field.keep());
  expect(keptText()).toBe('Here');
  keepDraftsIn(undefined);
});

it('forgets nothing that another tab let wait in the place of what waited here', async () => {
  const device = new MemoryStore();
  const [key, other] = [`${replica.id}/${waitingDraft(room.id)}`, await openDrafts(device)];
  keepDraftsIn(await openDrafts(device));
  act(() => field.type(text('Here')));
  elsewhere(text('There'));
  act(() => field.keep());
  await keepNow();
  await other.keep(key, text('Third'));
  await lookAround({ key, draft: text('Here') });
  expect([keptDraft(waitingDraft(room.id)), shownText()]).toEqual([text('Third'), 'Here']);
  flushSync(() => root.unmount());
  expect(keptDraft(waitingDraft(room.id))).toEqual(text('Third'));
  keepDraftsIn(undefined);
});

it('has what was typed in the moment before another workspace opened when its own is open again', async () => {
  act(() => field.type(text('Here')));
  const next = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: { ...next, id: 'next', collections: next.collections }, userId: ada } as never);
  flushSync(() => root.unmount());
  expect(next.collections.roomMark.all()).toEqual([]);
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  open(room);
  expect(shownText()).toBe('Here');
  await next.close();
});

it('writes nothing into the workspace that opens next, and has what waited when its own is open again', async () => {
  act(() => field.type(text('Here')));
  elsewhere(text('There'));
  act(() => field.keep());
  const next = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: { ...next, id: 'next', collections: next.collections }, userId: ada } as never);
  flushSync(() => root.unmount());
  expect(next.collections.roomMark.all()).toEqual([]);
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  expect(keptText()).toBe('There');
  expect(plainText(keptDraft<RichText>(waitingDraft(room.id))!)).toBe('Here');
  open(room);
  expect(shownText()).toBe('Here');
  await next.close();
});
