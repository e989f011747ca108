// @vitest-environment happy-dom
/** The search fields of lists, over the real index. */
import { SearchEngine } from '@kontor/client/searching/searchEngine';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { heldSearch, wholeIndex } from '../../testing/heldSearch.ts';
import { useFound } from './found.ts';
import { type OpenWorkspace, provideWorkspace } from './workspace.ts';

it('finds all of a noun that there is, however much', async () => {
  const engine = new SearchEngine();
  const count = 1_200;
  await engine.put(
    Array.from({ length: count }, (_, i) => ({
      key: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`,
      version: 1,
      time: i,
      title: `Aufgabe ${i}`,
      body: 'Das Dach wird gedeckt',
      tags: ['noun:task'],
    })),
  );
  const search = { keys: engine.keys.bind(engine), changes: { subscribe: () => () => {} } };
  provideWorkspace({ records: { search: async () => search } } as unknown as OpenWorkspace);
  const Count = () => useFound('task', 'dach').ids.size;
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(<Count />);
  await vi.waitFor(() => expect(place.textContent).toBe(String(count)));
  root.unmount();
});

it('shows nothing that another scope, or another workspace, has', async () => {
  const held = (text: string) => (text === 'dach' ? ['a', 'b'] : new Promise<never>(() => {}));
  const provide = () => {
    const { search } = heldSearch(({ text }) => held(text));
    provideWorkspace({ records: { search: async () => search } } as unknown as OpenWorkspace);
  };
  provide();
  const Ids = ({ text, scopeId }: { text: string; scopeId: string }) =>
    [...useFound('task', text, scopeId).ids].join();
  const place = document.createElement('div');
  const root = createRoot(place);
  const show = (text: string, scopeId: string) =>
    flushSync(() => root.render(<Ids {...{ text, scopeId }} />));
  show('dach', 'one');
  await vi.waitFor(() => expect(place.textContent).toBe('a,b'));
  show('dachs', 'one');
  expect(place.textContent).toBe('a,b');
  show('dachs', 'another');
  expect(place.textContent).toBe('');
  show('dach', 'one');
  await vi.waitFor(() => expect(place.textContent).toBe('a,b'));
  flushSync(() => provide());
  show('dachs', 'one');
  expect(place.textContent).toBe('');
  show('dach', 'one');
  await vi.waitFor(() => expect(place.textContent).toBe('a,b'));
  show('', 'one');
  show('dachs', 'one');
  expect(place.textContent).toBe('');
  root.unmount();
});

it('has what is indexed while it stands, and says until then that records may lack', async () => {
  let ids = ['a'];
  const { search, progress, change } = heldSearch(() => ids);
  provideWorkspace({ records: { search: async () => search } } as unknown as OpenWorkspace);
  const State = () => {
    const { ids: found, mayLack, isWhole } = useFound('task', 'dach');
    return `${[...found].join()} ${mayLack ? 'lacks' : ''} ${isWhole ? 'whole' : ''}`;
  };
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(<State />);
  await vi.waitFor(() => expect(place.textContent).toBe('a  whole'));
  progress.set({ ...wholeIndex, total: 5 });
  await vi.waitFor(() => expect(place.textContent).toBe('a lacks '));
  ids = ['a', 'b'];
  progress.set(wholeIndex);
  change();
  await vi.waitFor(() => expect(place.textContent).toBe('a,b  whole'));
  root.unmount();
});
