// @vitest-environment happy-dom
/** A task of a message lies in a running project, of which there may be none. */
import type { Message } from '@kontor/contract/nouns/message';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { TaskDialog } from './taskDialog.tsx';

const projects = vi.hoisted(() => ({ all: [] as object[] }));
vi.mock('../../platform/workspace/workspace.ts', async (original) => ({
  ...(await original<object>()),
  useAll: () => projects.all,
}));
const here = vi.hoisted(() => ({ heads: true, project: true }));
vi.mock('../../platform/workspace/loaded.ts', () => ({
  useHasHeads: () => here.heads,
  useProjectIsHere: () => here.project,
}));
const makeTask = vi.hoisted(() => vi.fn());
vi.mock('../../features/room/stream/actions.ts', () => ({ makeTask }));
vi.mock('../../ui/overlay/panel.ts', () => ({ usePanel: () => ({ open: () => {} }) }));

async function show(projectId: string | undefined) {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const shown = { message: { userId: 'ada' } as Message, projectId, people: new Map() };
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <TaskDialog {...shown} onClose={() => {}} />
      </MantineProvider>,
    ),
  );
  const form = await vi.waitFor(() => document.querySelector('form')!);
  return { form, end: () => flushSync(() => root.unmount()) };
}

it.each([
  [[{ id: 'old', name: 'Villa', archivedAt: 1 }], false],
  [[{ id: 'new', name: 'Villa' }], true],
])('with the projects %j', async (all, isOffered) => {
  projects.all = all;
  const { form, end } = await show(undefined);
  expect(form.textContent.includes('A task needs a running project, and there is none.')).toBe(!isOffered);
  expect(form.querySelector('input') !== null).toBe(isOffered);
  end();
});

it('does not say that there is no project before all are known, nor makes a task before those of its project are', async () => {
  projects.all = [];
  here.heads = false;
  const before = await show(undefined);
  expect(before.form.textContent).not.toContain('there is none');
  before.end();
  projects.all = [{ id: 'new', name: 'Villa' }];
  here.project = false;
  const { form, end } = await show('new');
  expect(form.querySelector<HTMLButtonElement>('[type=submit]')!.disabled).toBe(true);
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  expect(makeTask).not.toHaveBeenCalled();
  end();
});
