// @vitest-environment happy-dom
/** Keys and presses in a folder: what an action is about when several files are chosen, and what opens. */
import type { View } from '@kontor/client/replica/view';
import type { Document } from '@kontor/contract/nouns/document';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { Root } from '../root.ts';
import type { Folder } from './folder.ts';
import { useExplorer } from './useExplorer.ts';

const acts = vi.hoisted(() => ({ deleteDocuments: (_: readonly Document[]) => true }));
vi.mock('../actions.ts', () => ({
  deleteDocuments: (documents: readonly Document[]) => acts.deleteDocuments(documents),
}));

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

it.each([
  [
    'Delete',
    (row: HTMLElement) => row.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true })),
  ],
  ['the bar of the selection', () => document.querySelector('button')!.click()],
])('gives the focus to the next file after those that %s removed', async (_, act) => {
  let explorer!: ReturnType<typeof useExplorer>;
  const List = () => {
    const [left, setLeft] = useState(files);
    acts.deleteDocuments = (documents) => {
      setLeft(left.filter(({ id }) => !documents.some((document) => document.id === id)));
      return true;
    };
    explorer = useExplorer({} as Root, folder, () => {});
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for the list
      <div onKeyDown={explorer.onKeyDown}>
        {explorer.chosen.length > 0 && (
          <button type="button" onClick={() => explorer.remove(explorer.chosen)}>
            Delete
          </button>
        )}
        <ul>
          {left.map(({ id }) => (
            <li key={id} data-drag-id={id}>
              <a href={`/${id}`} data-list-item>
                {id}
              </a>
            </li>
          ))}
        </ul>
      </div>
    );
  };
  const place = document.body.appendChild(document.createElement('main'));
  const root = createRoot(place);
  flushSync(() => root.render(<List />));
  for (const id of ['a.pdf', 'b.pdf']) flushSync(() => explorer.choose(id, 'toggle'));
  const row = place.querySelector<HTMLElement>('[data-drag-id="b.pdf"] a')!;
  (act.length > 0 ? row : place.querySelector('button')!).focus();
  flushSync(() => void act(row));
  const next = place.querySelector('[data-drag-id="c.pdf"] a');
  await vi.waitFor(() => expect(document.activeElement).toBe(next));
  flushSync(() => root.unmount());
});

it('deletes by Delete once, however long it is held: by then the focus is at the next file', () => {
  let explorer!: ReturnType<typeof useExplorer>;
  const deleted: (readonly Document[])[] = [];
  acts.deleteDocuments = (documents) => {
    deleted.push(documents);
    return true;
  };
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
  const press = (id: string, repeat: boolean) =>
    flushSync(() =>
      place
        .querySelector(`[data-drag-id="${id}"]`)!
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, repeat })),
    );
  press('a.pdf', false);
  press('b.pdf', true);
  expect(deleted).toEqual([[files[0]]]);
  flushSync(() => root.unmount());
});

it('opens a row by a double click, and its menu by the right button', () => {
  const opened: string[] = [];
  const List = () => {
    const explorer = useExplorer({} as Root, folder, () => {});
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for the list
      <div onDoubleClick={explorer.onDoubleClick} onContextMenu={explorer.onContextMenu}>
        {files.map(({ id }) => (
          <div key={id} data-drag-id={id}>
            <button type="button" data-list-item onClick={() => opened.push(id)} />
            <span />
            <button type="button" aria-haspopup="menu" onClick={() => opened.push(`menu of ${id}`)} />
          </div>
        ))}
      </div>
    );
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() => root.render(<List />));
  const press = (type: string, more = {}) => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...more });
    place.querySelector('[data-drag-id="b.pdf"] span')!.dispatchEvent(event);
    return event.defaultPrevented;
  };
  press('dblclick');
  expect(opened).toEqual(['b.pdf']);
  expect(press('contextmenu')).toBe(true);
  expect(opened).toEqual(['b.pdf', 'menu of b.pdf']);
  expect(press('contextmenu', { shiftKey: true })).toBe(false);
  expect(opened).toHaveLength(2);
  flushSync(() => root.unmount());
});
