import { searchedNouns } from '@kontor/client/searching/searchedDocument';
import { entityOf } from '@kontor/contract/nouns/entities';
import { expect, it } from 'vitest';
import { kinds } from './kinds.ts';

it('has a kind for each noun that is searched, save copies that devices make and what settings keep', () => {
  const shown = new Set<string>(Object.values(kinds).flat());
  const unshown = searchedNouns.filter((noun) => !shown.has(noun) && entityOf(noun).written !== 'clients');
  expect(unshown, 'say in kinds.ts under which kind it is shown').toEqual(['exportTemplate']);
});

it('shows each noun under one kind', () => {
  const all = Object.values(kinds).flat();
  expect(all).toHaveLength(new Set(all).size);
});
