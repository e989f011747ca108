/** Asks for what a noun has to add to the engine, beyond its description. */
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { expect, it } from 'vitest';
import { nouns } from './hooks.ts';

it.each(entityNames)('%s: says what the engine cannot know', (name) => {
  const { refs, sealed } = entityOf(name);
  const hooks = nouns.hooks[name] ?? {};
  if (Object.values(refs).some(({ kind }) => kind === 'blobs'))
    expect(hooks.derive, `hooks.ts: \`${name}: fileHooks\`, or the server sweeps its blobs`).toBeDefined();
  if (Object.values(sealed).some(({ kind, isOptional }) => kind === 'rank' && !isOptional))
    expect(hooks.fill, `hooks.ts: where a new ${name} stands among the others`).toBeDefined();
});
