// @vitest-environment happy-dom
/** The folders that documents can be moved to: all but those in which all of them lie, from whichever list they are chosen. */
import type { Document } from '@kontor/contract/nouns/document';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { MoveDialog } from './moveDialog.tsx';

const documents = [
  { id: 'plans', kind: 'folder', name: 'Plans' },
  { id: 'inside', kind: 'file', name: 'a.pdf', parentId: 'plans' },
  { id: 'top', kind: 'file', name: 'b.pdf' },
  { id: 'tasks', kind: 'file', name: 'c.pdf', taskId: 'task' },
] as Partial<Document>[];
const document = { where: () => documents, subscribe: () => () => {} };

it.each([
  [['inside'], ['Plans']],
  [['top'], ['Documents']],
  [['tasks'], []],
  [['inside', 'top'], []],
  [['plans'], ['Documents', 'Plans']],
])('of %s not to %s', (moved, refused) => {
  provideWorkspace({ records: { collections: { document } } } as never);
  const place = window.document.body.appendChild(window.document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <MoveDialog root={{ scopeId: 'p' }} moved={moved} onMove={() => {}} onClose={() => {}} />
      </MantineProvider>,
    ),
  );
  const choices = [...window.document.querySelectorAll<HTMLButtonElement>('[data-list-item]')];
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Documents', 'Plans']);
  expect(choices.filter(({ disabled }) => disabled).map(({ textContent }) => textContent)).toEqual(refused);
  flushSync(() => root.unmount());
});
