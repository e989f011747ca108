/** Asks for what a noun has to add to the engine, beyond its description. */
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { expect, it } from 'vitest';
import { conflictsKey } from '../replica/conflict.ts';
import { restoredKey } from '../replica/restoredRow.ts';
import { nouns } from './hooks.ts';

it.each(entityNames)('%s: says what the engine cannot know', (name) => {
  const { refs, sealed } = entityOf(name);
  const hooks = nouns.hooks[name] ?? {};
  if (Object.values(refs).some(({ kind }) => kind === 'blobs'))
    expect(hooks.derive, `hooks.ts: \`${name}: fileHooks\`, or the server sweeps its blobs`).toBeDefined();
  if (Object.values(sealed).some(({ kind, isOptional }) => kind === 'rank' && !isOptional))
    expect(hooks.fill, `hooks.ts: where a new ${name} stands among the others`).toBeDefined();
});

it.each(entityNames)('%s: has no field of a name that the engine puts into records', (name) => {
  const { refs, sealed } = entityOf(name);
  const taken = ['chain', 'container', conflictsKey, restoredKey];
  expect([...Object.keys(refs), ...Object.keys(sealed)].filter((key) => taken.includes(key))).toEqual([]);
});
