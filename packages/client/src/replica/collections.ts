/** The collection of each noun, with the indexes that its description names. */
import type { Entity } from '@kontor/contract/entity/entity';
import type { KeyedField } from '@kontor/contract/entity/field';
import { listedUnder } from '@kontor/contract/entity/placement';
import {
  type EntityName,
  entityNames,
  entityOf,
  type IndexOf,
  type OpenOf,
} from '@kontor/contract/nouns/entities';
import { type Collection, type KeysOf, RecordCollection } from './collection.ts';
import type { Row } from './row.ts';
import type { ViewSpec } from './view.ts';

export type Collections = { readonly [N in EntityName]: Collection<OpenOf<N>, IndexOf<N>> };
export type WritableCollections = { readonly [N in EntityName]: RecordCollection<OpenOf<N>, IndexOf<N>> };

/** A view of a noun's records. */
export type ViewOf<N extends EntityName> = ViewSpec<OpenOf<N>, IndexOf<N>>;

/**
 * Returns the keys of a noun's indexes. `container`: what a record is listed under, so that the top of a
 * scope is one, too.
 */
function indexesOf(noun: Entity): Record<string, KeysOf<Row>> {
  const fields = noun.indexes.map((key): [string, KeysOf<Row>] => {
    const field = noun.sealed[key];
    if (field && 'keysOf' in field) return [key, (row) => (field as KeyedField<unknown>).keysOf(row[key])];
    return [key, (row) => row[key] as string | readonly string[] | undefined];
  });
  return {
    ...Object.fromEntries(fields),
    scopeId: (row) => row.scopeId,
    container: (row) => listedUnder(noun, row),
  };
}

/** Makes empty collections of every noun. */
export const createCollections = (): WritableCollections =>
  Object.fromEntries(
    entityNames.map((name) => [name, new RecordCollection(indexesOf(entityOf(name)))]),
  ) as unknown as WritableCollections;
