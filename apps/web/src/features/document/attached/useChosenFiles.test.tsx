// @vitest-environment happy-dom
/** Files that are chosen one after the other, faster than they are measured. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftCount, forgetDrafts, keptDraft } from '../../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import type { ChosenFile } from './actions.ts';
import { type ChosenFiles, useChosenFiles } from './useChosenFiles.ts';

type Measure = (fits: boolean) => void;
const state = vi.hoisted(() => ({ held: [] as ((fits: boolean) => void)[], before: [] as number[] }));
vi.mock('./actions.ts', () => ({
  chosenFiles: async (files: readonly File[], before: readonly ChosenFile[]) => {
    state.before.push(before.length);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    state.held.push(resolve as Measure);
    return (await promise) ? files.map((file) => ({ file })) : [];
  },
}));

let chosen: ChosenFiles;
function Room() {
  chosen = useChosenFiles('room');
  return null;
}
let root: Root;
const enter = () => {
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Room />));
};
const leave = () => act(() => root.unmount());
const openWorkspace = (id: string) => provideWorkspace({ records: { id } } as unknown as OpenWorkspace);
const add = (...names: string[]) => act(async () => chosen.add(names.map((name) => new File([], name))));
const measure = (fits: boolean) => act(async () => state.held.shift()?.(fits));
const shown = () => [chosen.files.map(({ file }) => file.name), chosen.adding];

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  state.before.length = 0;
  openWorkspace('w');
  enter();
});
afterEach(() => {
  leave();
  forgetDrafts();
  vi.unstubAllGlobals();
});

it('are measured in turn, beside those before them, and told of until then', async () => {
  await add('a', 'b');
  await add('c');
  await add('d');
  expect(shown()).toEqual([[], 4]);
  expect(state.before).toEqual([0]);
  await measure(true);
  expect(shown()).toEqual([['a', 'b'], 2]);
  await measure(false);
  await measure(true);
  expect(shown()).toEqual([['a', 'b', 'd'], 0]);
  expect(state.before).toEqual([0, 2, 2]);
});

it('are there for somebody who left the room and came back while they were measured', async () => {
  await add('a');
  leave();
  enter();
  expect(shown()).toEqual([[], 1]);
  await add('b');
  expect(state.held).toHaveLength(1);
  await measure(true);
  expect(shown()).toEqual([['a'], 1]);
  await measure(true);
  expect(shown()).toEqual([['a', 'b'], 0]);
  act(() => chosen.clear());
  expect([shown(), draftCount()]).toEqual([[[], 0], 0]);
});

it('stay in their workspace where another one opens while they are measured', async () => {
  await add('a');
  openWorkspace('next');
  leave();
  await measure(true);
  expect([keptDraft('files for room'), draftCount()]).toEqual([undefined, 1]);
  openWorkspace('w');
  enter();
  expect(shown()).toEqual([['a'], 0]);
});
