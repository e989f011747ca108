// @vitest-environment happy-dom
/** Sending: the cursor goes to the field for a reply, which is one though the room was left in between, and files go along. */

import { MemoryStore } from '@kontor/client/device/memoryStore';
import { createRoom } from '@kontor/client/nouns/room';
import { createDevice, openOn, until } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import type { RichText } from '@kontor/contract/entity/field';
import type { Room } from '@kontor/contract/nouns/room';
import { MantineProvider, Menu } from '@mantine/core';
import { createRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { draftCount, forgetDrafts, keepDraftsIn, keepNow } from '../../../platform/draft/drafts.ts';
import { toast } from '../../../platform/toasts.tsx';
import { provideSession } from '../../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { openDrafts } from '../../../testing/openDrafts.ts';
import type { FieldProps } from '../../../ui/form/useForm.ts';
import { ActionsMenu } from '../../../ui/list/actionsMenu.tsx';
import { Composer, type ComposerHandle } from './composer.tsx';

const text = (words: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});
vi.mock('../../../ui/richText/richTextInput.tsx', () => ({
  RichTextInput: ({ onChange }: FieldProps<unknown>) => (
    <input {...{ role: 'textbox' }} onInput={(event) => onChange(text(event.currentTarget.value) as never)} />
  ),
}));
vi.mock('./useTyping.ts', () => ({ useTyping: () => ({ userIds: [], onType: () => {} }) }));

it('puts the cursor into the field for a reply, and sends it as one when the room was left in between', async () => {
  const [ada, ben] = ['019a0000-0000-7000-8000-0000000000aa', '019a0000-0000-7000-8000-0000000000bb'];
  const records = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records, userId: ada } as unknown as OpenWorkspace);
  const id = createRoom(records, { name: 'Site', memberIds: [] }, 'open', { userId: ada, at: 1 });
  const room = records.collections.room.get(id)!;
  const asked = records.create('message', id, {
    userId: ben,
    notifyIds: [],
    aboutIds: [],
    files: [],
    createdAt: 1,
    content: text('When?'),
  });
  const device = new MemoryStore();
  keepDraftsIn(await openDrafts(device));
  const ref = createRef<ComposerHandle>();
  const attached = { files: [], adding: 0, add: () => {}, clear: () => {} };
  const open = () => {
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <ActionsMenu name="When?">
            <Menu.Item onClick={() => ref.current?.reply(asked)}>Reply</Menu.Item>
          </ActionsMenu>
          <Composer
            {...{ room, name: 'Site', people: new Map(), readers: new Map(), attached, ref }}
            attachedList={null}
            onTyped={() => {}}
            onSent={() => {}}
            onEditLast={() => {}}
          />
        </MantineProvider>,
      ),
    );
    return () => flushSync(() => root.unmount());
  };
  const field = () => document.querySelector<HTMLInputElement>('input')!;
  const leave = open();
  const menu = document.querySelector<HTMLElement>('[aria-haspopup="menu"]')!;
  menu.focus();
  menu.click();
  await until(() => document.querySelector('[role="menuitem"]') !== null);
  document.querySelector<HTMLElement>('[role="menuitem"]')!.click();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement).toBe(field());
  leave();
  // The page was loaded anew in between: what was chosen is kept by its id, and is no text that somebody is asked about.
  expect([draftCount(), await keepNow()]).toEqual([0, true]);
  forgetDrafts();
  keepDraftsIn(undefined);
  keepDraftsIn(await openDrafts(device));
  const { promise: isBrought, resolve: bring } = Promise.withResolvers<void>();
  vi.spyOn(records.windows, 'bring').mockReturnValue(isBrought);
  const missing = vi.spyOn(records.collections.message, 'get').mockReturnValue(undefined);
  const leaveAgain = open();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), 'At eight');
  flushSync(() => field().dispatchEvent(new Event('input', { bubbles: true })));
  const send = document.querySelector<HTMLButtonElement>('button[type="submit"]')!;
  const said = () => records.collections.message.all().find(({ userId, event }) => userId === ada && !event);
  // It is no reply before the message is found that it answers.
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  expect([said(), send.disabled]).toEqual([undefined, true]);
  missing.mockRestore();
  bring();
  await vi.waitFor(() => expect(document.querySelector('[aria-label="Do not reply"]')).not.toBeNull());
  await vi.waitFor(() => expect(send.disabled).toBe(false));
  // A press of the pointer leaves the focus where it is.
  expect(send.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))).toBe(false);
  send.focus();
  send.click();
  await until(() => said() !== undefined);
  expect(said()).toMatchObject({ replyToId: asked.id });
  await until(() => document.activeElement === field());
  expect(await keepNow()).toBe(true);
  expect(await device.keys('draft', '')).toEqual([]);
  leaveAgain();
  keepDraftsIn(undefined);
  await records.close();
});

it('sends with a message the files that were being added as it was sent, and nothing where one does not fit', async () => {
  const ada = '019a0000-0000-7000-8000-0000000000aa';
  const records = await openOn(createDevice(ada), new ProtocolServer());
  const uploads = { add: vi.fn() };
  provideWorkspace({ records, uploads, userId: ada } as unknown as OpenWorkspace);
  const id = createRoom(records, { name: 'Site', memberIds: [] }, 'open', { userId: ada, at: 1 });
  const room = records.collections.room.get(id)!;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const clear = vi.fn();
  const draw = (names: string[], adding: number) =>
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <Composer
            {...{ room, name: 'Site', people: new Map(), readers: new Map(), attachedList: null }}
            attached={{
              files: names.map((name) => ({ file: new File([], name) })),
              adding,
              add: vi.fn(),
              clear,
            }}
            onTyped={() => {}}
            onSent={() => {}}
            onEditLast={() => {}}
          />
        </MantineProvider>,
      ),
    );
  const send = () =>
    flushSync(() =>
      document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    );
  const sent = () =>
    records.collections.message
      .all()
      .flatMap(({ event, files }) => (event ? [] : [files.map((f) => f.name)]));
  draw(['a'], 1);
  expect(document.querySelector('form')!.textContent).toContain('Adding files …');
  send();
  draw(['a'], 0);
  expect(sent()).toEqual([]);
  draw(['a'], 1);
  send();
  const field = document.querySelector<HTMLInputElement>('form input')!;
  field.value = 'and ha';
  flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  draw(['a', 'b'], 0);
  expect(sent()).toEqual([]);
  draw(['a'], 2);
  send();
  draw(['a', 'b'], 1);
  expect(sent()).toEqual([]);
  draw(['a', 'b', 'c'], 0);
  await vi.waitFor(() => expect(sent()).toEqual([['a', 'b', 'c']]));
  expect(clear).toHaveBeenCalledOnce();
  draw([], 0);
  flushSync(() => root.unmount());
  await records.close();
});

it('says at once of a message that waits for its files as the person leaves that it was not sent, of no other, and to nobody who signs out', async () => {
  const ada = '019a0000-0000-7000-8000-0000000000aa';
  const records = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records, uploads: { add: () => {} }, userId: ada } as unknown as OpenWorkspace);
  const session: { user?: object; subscribe: () => () => void } = { user: {}, subscribe: () => () => {} };
  provideSession(session as unknown as Session);
  const [site, yard] = ['Site', 'Yard'].map((name) => {
    const id = createRoom(records, { name, memberIds: [] }, 'open', { userId: ada, at: 1 });
    return records.collections.room.get(id)!;
  }) as [Room, Room];
  const said = vi.spyOn(toast, 'info').mockReturnValue();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const draw = (room: Room, names: string[], adding: number) => {
    const files = names.map((name) => ({ file: new File([], name) }));
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <Composer
            key={room.id}
            {...{ room, name: '', people: new Map(), readers: new Map(), attachedList: null }}
            attached={{ files, adding, add: () => {}, clear: () => {} }}
            onTyped={() => {}}
            onSent={() => {}}
            onEditLast={() => {}}
          />
        </MantineProvider>,
      ),
    );
  };
  const send = () =>
    flushSync(() =>
      document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    );
  const sent = () => records.collections.message.all().filter(({ event }) => !event);
  draw(site, [], 1);
  draw(yard, [], 1);
  send();
  draw(yard, ['a'], 0);
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  draw(site, [], 1);
  expect(said).not.toHaveBeenCalled();
  send();
  draw(yard, [], 1);
  const text =
    'Not sent: its files were still being added. The message is still in the input field of its room.';
  expect(said.mock.calls).toEqual([[text]]);
  send();
  draw(site, [], 1);
  expect(said.mock.calls).toEqual([[text], [text]]);
  send();
  delete session.user;
  flushSync(() => root.unmount());
  expect(said.mock.calls).toEqual([[text], [text]]);
  expect(sent()).toHaveLength(1);
  said.mockRestore();
  await records.close();
});
