// @vitest-environment happy-dom
/** The form of a comment: the focus after one was sent is in the field for the next, and what is typed goes only when asked. */

import type { KeptDrafts } from '@kontor/client/session/keptDrafts';
import type { Session } from '@kontor/client/session/session';
import type { RichText } from '@kontor/contract/entity/field';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import {
  draftCount,
  forgetDrafts,
  keepDraft,
  keepDraftsIn,
  lookAround,
} from '../../platform/draft/drafts.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { CommentForm } from './commentForm.tsx';

const text: RichText = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Two' }] }],
};
const asked = vi.hoisted(() => vi.fn(async () => false));
/** Has another tab keep this. */
async function typeElsewhere(name: string): Promise<void> {
  const read = async () => new Map([[`account/${name}`, { values: { content: text }, base: {} }]]);
  keepDraftsIn({ found: new Map(), read, keep: async () => {} } as unknown as KeptDrafts);
  await lookAround();
}
vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm: asked }));
vi.mock('../../ui/richText/richTextInput.tsx', () => ({
  RichTextInput: (props: { onChange: (value: RichText) => void; takesFocus: boolean }) => (
    // biome-ignore lint/a11y/noAutofocus: stands for an editor that takes the focus as it opens
    <input autoFocus={props.takesFocus} onInput={() => props.onChange(text)} />
  ),
}));

/** Opens the form and returns how to close it. */
function open(draft: string, handlers: { onSend?: () => boolean; onCancel?: () => void }) {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <CommentForm
          {...{ draft, label: 'Comment', action: 'Send', people: new Map(), onPictures: undefined }}
          {...{ onSend: () => true, ...handlers }}
        />
      </MantineProvider>,
    ),
  );
  return () => flushSync(() => root.unmount());
}
/** Presses Cancel. */
function cancel(): void {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Cancel')!;
  flushSync(() => button.click());
}

it.each([
  ['an empty form', undefined],
  ['one with a text brought back', { values: { content: text }, base: { content: undefined } }],
])('goes to the new field, though nothing takes it as the form opens: %s', async (_, kept) => {
  keepDraft('comment', kept);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const onSend = vi.fn(() => true);
  const close = open('comment', { onSend });
  const field = () => document.querySelector('input')!;
  expect(document.activeElement).toBe(document.body);
  flushSync(() => field().dispatchEvent(new Event('input', { bubbles: true })));
  const send = document.querySelector<HTMLButtonElement>('button[type="submit"]')!;
  send.focus();
  send.click();
  await vi.waitFor(() => expect(onSend).toHaveBeenCalledWith(text));
  await vi.waitFor(() => expect(document.activeElement).toBe(field()));
  close();
});

it('asks before Cancel throws away what was typed', async () => {
  keepDraft('comment to a', { values: { content: text }, base: { content: undefined } });
  const onCancel = vi.fn();
  const close = open('comment to a', { onCancel });
  cancel();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect([onCancel.mock.calls, draftCount()]).toEqual([[], 1]);
  asked.mockResolvedValue(true);
  cancel();
  await vi.waitFor(() => expect(onCancel).toHaveBeenCalledOnce());
  expect(draftCount()).toBe(0);
  close();
});

it('leaves what is typed in another tab there, without a question', async () => {
  asked.mockClear();
  const onCancel = vi.fn();
  const close = open('comment to b', { onCancel });
  await typeElsewhere('comment to b');
  await new Promise((resolve) => setTimeout(resolve));
  cancel();
  await vi.waitFor(() => expect(onCancel).toHaveBeenCalledOnce());
  expect([asked.mock.calls, draftCount()]).toEqual([[], 1]);
  close();
  forgetDrafts();
  keepDraftsIn(undefined);
});
