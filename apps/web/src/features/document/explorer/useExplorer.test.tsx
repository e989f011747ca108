// @vitest-environment happy-dom
/** Keys in a folder: what an action is about when several files are chosen. */
import type { View } from '@kontor/client/replica/view';
import type { Document } from '@kontor/contract/nouns/document';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import type { Root } from '../root.ts';
import type { Folder } from './folder.ts';
import { useExplorer } from './useExplorer.ts';

const files = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => ({ id: name, name }) as Document);
const content: View<Document> = {
  size: files.length,
  get: () => files,
  window: () => files,
  at: (index) => files[index],
  indexOf: (id) => files.findIndex((file) => file.id === id),
  subscribe: () => () => {},
};
const folder = { content, ancestors: [], isTaskDocuments: false } as unknown as Folder;

it('F2 renames the file in focus, also where it is not the first of those that are chosen', () => {
  let explorer!: ReturnType<typeof useExplorer>;
  const List = () => {
    explorer = useExplorer({} as Root, folder, () => {});
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for the list
      <div onKeyDown={explorer.onKeyDown}>
        {files.map(({ id }) => (
          <span key={id} data-drag-id={id} />
        ))}
      </div>
    );
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() => root.render(<List />));
  for (const { id } of files) flushSync(() => explorer.choose(id, 'toggle'));
  const row = place.querySelector('[data-drag-id="b.pdf"]')!;
  flushSync(() => row.dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', bubbles: true })));
  expect(explorer.dialog).toEqual({ kind: 'rename', document: files[1] });
  flushSync(() => root.unmount());
});
