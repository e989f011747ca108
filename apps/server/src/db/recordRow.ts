/** The rows of sealed tables, for Kysely: each entity's refs and the columns that all of them have. */

import type { Entity } from '@kontor/contract/entity/entity';
import type { RefField, StructuralField } from '@kontor/contract/entity/ref';
import type { entities } from '@kontor/contract/nouns/entities';
import type { ClearRow } from './clearRow.ts';
import type { recordColumns } from './columns.ts';
import type { SnakeCase } from './snakeCase.ts';

type RefColumns<R extends Record<string, RefField<unknown>>> = {
  [K in keyof R & string as SnakeCase<K>]: R[K] extends RefField<infer T>
    ? undefined extends (R[K] extends StructuralField<unknown> ? undefined : T)
      ? Exclude<T, undefined> | null
      : T
    : never;
};

/** The row of an entity's table. */
export type RecordRow<E> =
  E extends Entity<string, infer R> ? RefColumns<R> & ClearRow<typeof recordColumns> : never;

export type RecordTables = {
  [N in keyof typeof entities as SnakeCase<N>]: RecordRow<(typeof entities)[N]>;
};
