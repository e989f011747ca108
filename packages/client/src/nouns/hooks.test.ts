/** Asks for what a noun has to add to the engine, beyond its description. */
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
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

/** Structured fields that hold no file, of nouns that have files. */
const withoutFiles: { readonly [N in EntityName]?: readonly string[] } = {
  share: ['path'],
  signing: ['signers', 'fields'],
  message: ['aboutIds'],
};
const parts = (fileKey: string) => [{ fileKey, size: 1, sha256: 'hash' }];
const sideFile = (fileKey: string) => ({ blobId: 'blob', size: 1, parts: parts(fileKey) });
const item = {
  id: 'file',
  name: 'Plan.pdf',
  size: 1,
  parts: parts('content'),
  thumbnail: sideFile('thumbnail'),
  words: sideFile('words'),
};
/** The shapes in which a field holds files, each with the storage keys in it. */
const samples: readonly { value: unknown; keys: readonly string[] }[] = [
  { value: parts('content'), keys: ['content'] },
  { value: sideFile('beside'), keys: ['beside'] },
  { value: [item], keys: ['content', 'thumbnail', 'words'] },
];
const fileFields = entityNames.flatMap((name) => {
  const { refs, sealed } = entityOf(name);
  const blobs = Object.keys(refs).find((key) => refs[key]!.kind === 'blobs');
  const structured = Object.keys(sealed).filter((key) => sealed[key]!.kind === 'data');
  return structured.flatMap((key) =>
    blobs && !withoutFiles[name]?.includes(key) ? [[name, key, blobs] as const] : [],
  );
});

it.each(fileFields)('%s: names the files in `%s`, or the server sweeps them', (name, key, blobs) => {
  const { sealed, groups } = entityOf(name);
  const sample = samples.find(({ value }) => sealed[key]!.accepts(value));
  expect(sample, 'a shape for `samples`, or a name for `withoutFiles`').toBeDefined();
  const { value, keys } = sample!;
  const derive = (fields: Record<string, unknown>) => nouns.hooks[name]?.derive?.(fields)[blobs];
  expect(derive({ [key]: value }), '`storageKeysOf` in document.ts').toEqual(keys);
  if (!Object.values(groups ?? {}).some((group) => group.includes(key))) return;
  const conflict = { id: 'conflict', field: 'file', kept: { [key]: value }, at: 1 };
  expect(derive({ [conflictsKey]: [conflict] }), 'kept in a conflict').toEqual(keys);
});

it.each(entityNames)('%s: has no field of a name that the engine puts into records', (name) => {
  const { refs, sealed } = entityOf(name);
  const taken = ['chain', 'container', conflictsKey, restoredKey];
  expect([...Object.keys(refs), ...Object.keys(sealed)].filter((key) => taken.includes(key))).toEqual([]);
});
