// @vitest-environment happy-dom
/** The list of the trash: where things lay, also where that is not there any more. */
import { createProject } from '@kontor/client/nouns/project';
import { emptyTrash, trashDocuments } from '@kontor/client/nouns/trash';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { TrashTable } from './trashTable.tsx';

/** Shows a trash; returns the texts of its rows from the name on, and what ends it. */
function show(records: object, table: ReactElement) {
  provideWorkspace({
    records: { ...records, confirmed: observable(true), serverTime: () => undefined },
  } as never);
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  flushSync(() => root.render(<MantineProvider env="test">{table}</MantineProvider>));
  const cells = [...page.querySelectorAll('tbody tr')].map(({ children }) =>
    [...children].slice(1).map(({ textContent }) => textContent),
  );
  return { page, cells: cells.sort(), end: () => flushSync(() => root.unmount()) };
}

it('lists the trash of all projects, and offers no way to delete all of it at once', async () => {
  const records = await openOn(createDevice(), new ProtocolServer());
  for (const name of ['Roof', 'Attic']) {
    const { id: scopeId } = createProject(records, { name });
    const { id } = records.create('document', scopeId, { kind: 'folder', name: `${name} plans` });
    trashDocuments(records, [id]);
  }
  const nameOf = (entry: { scopeId: string }) => records.collections.project.get(entry.scopeId)?.name;
  const { page, cells, end } = show(records, <TrashTable people={new Map()} homeOf={nameOf} />);
  // What has no column of its own stays on a phone.
  expect(cells.map((row) => row.slice(0, 2))).toEqual([
    ['Attic plansAttic', 'Documents'],
    ['Roof plansRoof', 'Documents'],
  ]);
  expect(page.textContent).not.toContain('Empty trash');
  end();
  await records.close();
});

it('is empty only once everything is here', async () => {
  const records = await openOn(createDevice(), new ProtocolServer());
  const { id: scopeId } = createProject(records, { name: 'P' });
  const { scopes, heads } = records.loaded.get();
  const loaded = observable<Loaded>({ scopes: new Set(), heads, isComplete: false });
  const here = (...ids: string[]) => flushSync(() => loaded.set({ ...loaded.get(), scopes: new Set(ids) }));
  const partly = { ...records, loaded };
  const all = <TrashTable people={new Map()} />;
  const own = <TrashTable root={{ scopeId }} people={new Map()} />;
  for (const [table, isItsOwn] of [
    [all, false],
    [own, true],
  ] as const) {
    here();
    const { page, end } = show(partly, table);
    const isEmpty = () => page.textContent.includes('The trash is empty');
    expect(isEmpty()).toBe(false);
    here(scopeId);
    expect(isEmpty()).toBe(isItsOwn);
    end();
  }
  const { id } = records.create('document', scopeId, { kind: 'folder', name: 'Plans' });
  trashDocuments(records, [id]);
  here();
  const { page, end } = show(partly, all);
  const more = () => page.querySelector('[role=status]')?.textContent;
  expect(more()).toBe('More is still being loaded.');
  flushSync(() => loaded.set({ scopes, heads, isComplete: true }));
  expect(more()).toBeUndefined();
  end();
  await records.close();
});

it('says where things lay, and that a folder or task is gone, or in the trash', async () => {
  const records = await openOn(createDevice(), new ProtocolServer());
  const { id: scopeId } = createProject(records, { name: 'P' });
  const make = (name: string, more: object = {}) =>
    records.create('document', scopeId, { kind: 'folder', name, ...more }).id;
  const [here, gone, trashed] = [make('Plans'), make('Offers'), make('Sums')];
  const [task, done] = ['Roof', 'Cellar'].map((title) => records.create('task', scopeId, { title }).id);
  const places = [
    {},
    { parentId: here },
    { parentId: gone },
    { parentId: trashed },
    { taskId: task },
    { taskId: done },
  ];
  trashDocuments(
    records,
    places.map((place, i) => make(`${i}`, place)),
  );
  const [entry] = trashDocuments(records, [gone]);
  trashDocuments(records, [trashed]);
  emptyTrash(records, [entry!]);
  records.remove('task', done!);
  const { cells, end } = show(records, <TrashTable root={{ scopeId }} people={new Map()} />);
  expect(cells.map((row) => row.slice(0, 2))).toEqual([
    ['0', 'Documents'],
    ['1', 'Plans'],
    ['2', 'A folder that is not there any more'],
    ['3', 'A folder in the trash'],
    ['4', 'Roof'],
    ['5', 'A task that is not there any more'],
    ['Sums', 'Documents'],
  ]);
  end();
  await records.close();
});
