// @vitest-environment happy-dom
/** Text typed into a room, or into the form of a message, that is gone: it is shown, or asked about. */
import { createRoom, keepRoomMark } from '@kontor/client/nouns/room';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { RichText } from '@kontor/contract/entity/field';
import type { Message } from '@kontor/contract/nouns/message';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftCount, forgetDrafts, keepDraft, keptDraft } from '../../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import type { FieldProps } from '../../../ui/form/useForm.ts';
import { LeftEdit, LeftInRoom, messageEditDraft } from './leftInRoom.tsx';
import { MessageForm } from './messageForm.tsx';
import { waitingDraft } from './useHalfTyped.ts';

const text = (words: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});
const asked = vi.hoisted(() => ({ count: 0, answer: false }));
vi.mock('../../../ui/overlay/confirm.tsx', () => ({
  confirm: async () => {
    asked.count++;
    return asked.answer;
  },
}));
vi.mock('../../../ui/richText/richTextInput.tsx', () => ({
  RichTextInput: ({ onChange }: FieldProps<unknown>) => (
    <input onInput={(event) => onChange(text(event.currentTarget.value) as never)} />
  ),
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
);

const ada = '019a0000-0000-7000-8000-0000000000aa';
let replica: Replica;
let roomId: string;
let message: Message;
let root: Root;

function show(node: ReactNode): void {
  const element = document.body.appendChild(document.createElement('div'));
  root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <div role="log">
          <div>{node}</div>
        </div>
      </MantineProvider>,
    ),
  );
}

beforeEach(async () => {
  replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  roomId = createRoom(replica, { name: 'Site', memberIds: [] }, 'open', { userId: ada, at: 1 });
  message = replica.create('message', roomId, {
    userId: ada,
    notifyIds: [],
    aboutIds: [],
    files: [],
    createdAt: 1,
    content: text('At eight'),
  });
  Object.assign(asked, { count: 0, answer: false });
});
afterEach(async () => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
  forgetDrafts();
  await replica.close();
});

async function press(init: KeyboardEventInit): Promise<void> {
  document.querySelector('input')!.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  await new Promise((resolve) => setTimeout(resolve, 5));
}

it('asks before Esc or Cancel throws away what was changed in a message, and hears no Esc of a composed letter', async () => {
  const onClose = vi.fn();
  const draft = messageEditDraft(message.id, roomId);
  show(<MessageForm message={message} draft={draft} readers={new Map()} onClose={onClose} />);
  const field = document.querySelector('input')!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'At nine');
  flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  await press({ key: 'Escape', isComposing: true });
  expect(asked.count).toBe(0);
  await press({ key: 'Escape' });
  expect(asked.count).toBe(1);
  const cancel = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Cancel')!;
  flushSync(() => cancel.click());
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(asked.count).toBe(2);
  expect(onClose).not.toHaveBeenCalled();
  expect(draftCount()).toBe(1);
  asked.answer = true;
  await press({ key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
  expect(draftCount()).toBe(0);
});

it('shows what was typed into a message that is gone, and in a room that is gone', async () => {
  const draft = messageEditDraft(message.id, roomId);
  show(<MessageForm message={message} draft={draft} readers={new Map()} onClose={() => {}} />);
  const field = document.querySelector('input')!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'At nine');
  flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  expect(keptDraft(draft)).toBeDefined();
  flushSync(() => root.unmount());
  show(<LeftEdit messageId={message.id} roomId={roomId} />);
  expect(document.body.textContent).toContain('At nine');
  flushSync(() => root.unmount());
  keepRoomMark(replica, roomId, ada, { draft: text('Half a sen') });
  keepDraft(waitingDraft(roomId), text('Waits here'));
  show(<LeftInRoom roomId={roomId} />);
  expect(document.body.textContent).toContain('Waits here');
  expect(document.body.textContent).toContain('Half a sen');
  expect(document.body.textContent).toContain('At nine');
  for (const button of [...document.querySelectorAll('button')])
    if (button.textContent === 'Discard') flushSync(() => button.click());
  expect(document.querySelector('section')).toBeNull();
  expect(draftCount()).toBe(0);
  expect(replica.collections.roomMark.where('roomId', roomId)[0]?.draft).toBeUndefined();
});
