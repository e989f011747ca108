// @vitest-environment happy-dom
/** Kinds that are searched in a plan without the search: the messages of one room. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { SearchPlace } from './places.ts';
import { type Lookups, readQuery } from './typedQuery.ts';
import { useKinds } from './useLines.tsx';

const may = vi.hoisted(() => vi.fn());
vi.mock('../../platform/workspace/entitlement.ts', () => ({ useMay: may }));

const place = (id: string, isRoom: boolean): SearchPlace => ({
  id,
  name: id,
  tags: [],
  isArchived: false,
  isRoom,
});
const lookups: Lookups = {
  places: [place('site', true), place('villa', false)],
  people: [],
  me: 'u',
  archived: new Set(),
};

function kindsFor(typed: string): readonly string[] {
  let kinds: readonly string[] = [];
  const Ask = () => {
    kinds = useKinds(readQuery(typed, lookups), lookups);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Ask />));
  flushSync(() => root.unmount());
  return kinds;
}

it('searches in one room in every plan, and elsewhere only where it is part of the plan', () => {
  may.mockReturnValue(false);
  expect(['in:site roof', 'in:villa roof', 'roof'].map(kindsFor)).toEqual([['chat'], [], []]);
  may.mockReturnValue(true);
  expect(kindsFor('roof').length).toBeGreaterThan(1);
});
