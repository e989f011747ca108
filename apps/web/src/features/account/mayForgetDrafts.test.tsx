// @vitest-environment happy-dom
/** Drafts at a sign-out: what was typed and not saved, in any tab, is shown and asked about before it goes. */
import { MemoryStore } from '@kontor/client/device/memoryStore';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { keepDraft, keepDraftsIn } from '../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { openDrafts } from '../../testing/openDrafts.ts';
import { uiMessages } from '../../ui/messages.ts';
import { mayForgetDrafts } from './mayForgetDrafts.tsx';

const asked = vi.hoisted(() => vi.fn(async (_: { title: string; details?: ReactNode }) => false));
vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm: asked }));

it('asks about what was typed, whichever tab it was typed into', async () => {
  const device = new MemoryStore();
  const records = { id: 'w', outbox: { stored: async () => {} } };
  provideWorkspace({ records, userId: 'ada' } as unknown as OpenWorkspace);
  keepDraftsIn(await openDrafts(device));
  expect(await mayForgetDrafts()).toBe(true);
  const other = await openDrafts(device);
  await other.keep('w/project new', 'House');
  await other.keep('w/customer new', 'Birch');
  expect(await mayForgetDrafts()).toBe(false);
  expect(asked.mock.calls.map(([{ title }]) => title)).toEqual([
    uiMessages.t('signOutDraftsTitle', { count: 2 }),
  ]);
  // It is shown, to be copied: what was typed, in whichever form, and not what was chosen.
  const content = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Which tiles?' }] }],
  };
  const values = {
    content,
    leadId: '019a0000-0000-7000-8000-0000000000aa',

    due: '2026-03-01',
    name: 'Oak',
    subtasks: ['Lay them', 'Begun'],
    memberIds: ['019a0000-0000-7000-8000-0000000000bb'],
    role: 'CUSTOMER',
    status: 'IN_PROGRESS',
    kind: 'sickness',
    access: 'private',
    note: 'other',
  };
  keepDraft('comment on gone', { base: { name: 'Oak', subtasks: ['Begun'] }, values });
  keepDraft('sign s', { initials: 'AL', values: { f: 'As agreed' } });
  expect(await mayForgetDrafts()).toBe(false);
  const root = createRoot(document.body);
  flushSync(() =>
    root.render(<MantineProvider env="test">{asked.mock.lastCall?.[0].details}</MantineProvider>),
  );
  expect([...document.querySelectorAll('h3 + div')].map((each) => each.textContent).sort()).toEqual([
    'AL',
    'As agreed',
    'Birch',
    'House',
    'Lay them',
    'Which tiles?',
    'other',
  ]);
  expect([...document.querySelectorAll('button')].map((each) => each.textContent)).toEqual(['Copy']);
  flushSync(() => root.unmount());
  // Where the device cannot be read, what is here still counts.
  device.scan = () => Promise.reject(new Error('unreadable'));
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  expect(await mayForgetDrafts()).toBe(false);
  expect(report).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
