// @vitest-environment happy-dom
/** The search fields of lists, over the real index. */
import { SearchEngine } from '@kontor/client/searching/searchEngine';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useFound } from './found.ts';
import { type OpenWorkspace, provideWorkspace } from './workspace.ts';

it('finds all of a noun that there is, however much', async () => {
  const engine = new SearchEngine();
  const count = 1_200;
  await engine.put(
    Array.from({ length: count }, (_, i) => ({
      ...{ key: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`, version: 1, time: i },
      ...{ title: `Aufgabe ${i}`, body: 'Das Dach wird gedeckt', tags: ['noun:task'] },
    })),
  );
  const search = { query: engine.query.bind(engine), changes: { subscribe: () => () => {} } };
  provideWorkspace({ records: { search: async () => search } } as unknown as OpenWorkspace);
  const Count = () => useFound('task', 'dach').ids.size;
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(<Count />);
  await vi.waitFor(() => expect(place.textContent).toBe(String(count)));
  root.unmount();
});
