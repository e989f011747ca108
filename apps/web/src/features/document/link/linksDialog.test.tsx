// @vitest-environment happy-dom
/** The dialog in which a link is made: closing it asks before a typed password goes, which no draft keeps. */
import type { Session } from '@kontor/client/session/session';
import type { Document } from '@kontor/contract/nouns/document';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { draftCount } from '../../../platform/draft/drafts.ts';
import { provideSession } from '../../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { LinksDialog } from './linksDialog.tsx';

const asked = vi.hoisted(() => vi.fn(async () => false));
vi.mock('../../../ui/overlay/confirm.tsx', () => ({ confirm: asked }));
vi.mock('./queries.ts', () => ({ useLinks: () => [], useLinkUses: () => [], useAllowsLinks: () => true }));
vi.mock('./actions.ts', () => ({}));

const password = () => document.querySelector<HTMLInputElement>('input[name="password"]')!;

/** Shows the dialog; returns what it closes with, and what takes it off. */
async function draw(kind: Document['kind'] = 'file') {
  provideWorkspace({ records: { id: 'w' }, userId: 'ada' } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const onClose = vi.fn();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <LinksDialog document={{ name: 'Plan.pdf', kind } as Document} people={new Map()} onClose={onClose} />
      </MantineProvider>,
    ),
  );
  await vi.waitFor(() => expect(password()).not.toBeNull());
  return { onClose, leave: () => flushSync(() => root.unmount()) };
}

function write(text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(password(), text);
  flushSync(() => password().dispatchEvent(new Event('input', { bubbles: true })));
}

it('asks before Esc takes what was typed, and closes at once where nothing was', async () => {
  const { onClose, leave } = await draw();
  const esc = () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  esc();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked).not.toHaveBeenCalled();
  write('slates');
  esc();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect([onClose.mock.calls.length, password().value, draftCount()]).toEqual([1, 'slates', 0]);
  asked.mockResolvedValue(true);
  esc();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(asked).toHaveBeenCalledTimes(2);
  leave();
});

it('counts the characters of a password as they are hashed, however they were typed', async () => {
  const { leave } = await draw();
  write('e\u0301'.repeat(4));
  flushSync(() => document.querySelector<HTMLButtonElement>('button[type="submit"]')!.click());
  await vi.waitFor(() => expect(document.body.textContent).toContain('Must be at least 8 characters'));
  leave();
});

it('says of what lies in a folder alone that moving it away ends it: a link moves with what it leads to', async () => {
  const stays = 'moving it does not, as long as you can read it there';
  const ends = 'What you move out of the folder, or delete in it, is not to be had any more.';
  for (const kind of ['file', 'folder'] as const) {
    const { leave } = await draw(kind);
    expect(document.body.textContent).toContain(stays);
    expect(document.body.textContent?.includes(ends)).toBe(kind === 'folder');
    leave();
  }
});
