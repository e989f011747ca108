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
vi.mock('../../ui/overlay/panel.ts', () => ({ usePanel: () => ({ open: () => {} }) }));
vi.mock('../../ui/overlay/closeOnBack.ts', () => ({ useCloseOnBack: () => {} }));

it.each([
  [[{ id: 'old', name: 'Villa', archivedAt: 1 }], false],
  [[{ id: 'new', name: 'Villa' }], true],
])('with the projects %j', async (all, isOffered) => {
  projects.all = all;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const shown = { message: { userId: 'ada' } as Message, projectId: undefined, people: new Map() };
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <TaskDialog {...shown} onClose={() => {}} />
      </MantineProvider>,
    ),
  );
  const form = await vi.waitFor(() => document.querySelector('form')!);
  expect(form.textContent.includes('A task needs a running project, and there is none.')).toBe(!isOffered);
  expect(form.querySelector('input') !== null).toBe(isOffered);
  flushSync(() => root.unmount());
});
