/** Maps an entity's refs to columns. The table's other columns are the same for every entity. */

import type { Entity } from '@kontor/contract/entity/entity';
import { shareScope } from '@kontor/contract/entity/placement';
import { isList, type RefKind } from '@kontor/contract/entity/ref';
import { entities } from '@kontor/contract/nouns/entities';
import type { SnakeCase } from './recordRow.ts';

const sqlTypes = {
  ref: 'uuid',
  refs: 'uuid[]',
  nameTag: 'text',
  blobs: 'text[]',
  number: 'double precision',
  flag: 'boolean',
  oneOf: 'text',
  day: 'date',
  instant: 'bigint',
} as const satisfies Record<RefKind, string>;

export interface RefColumn {
  /** The ref's key in the contract. */
  key: string;
  /** The same in snake case. */
  column: string;
  sqlType: (typeof sqlTypes)[RefKind];
  isNullable: boolean;
  isList: boolean;
  /** Its ids name people. */
  namesPeople: boolean;
  /** The table of the same scope that its ids name; undefined for people, tags, blobs and values. */
  target: string | undefined;
}

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the table of an entity's records: its name in snake case. */
export const tableOf = <N extends string>(name: N): SnakeCase<N> => snakeCase(name) as SnakeCase<N>;

/** Returns the ref columns of an entity, in the contract's order. */
export function refColumns(entity: Entity): RefColumn[] {
  return Object.entries(entity.refs).map(([key, field]) => {
    const target = (entities as Record<string, Entity>)[field.target];
    return {
      key,
      column: snakeCase(key),
      sqlType: sqlTypes[field.kind],
      // Rows from before there was such a value have none: nothing may stand there that the seal does not bind.
      isNullable: field.field !== undefined || (field.isOptional && !isList(field)),
      isList: isList(field),
      namesPeople: field.target === 'user',
      target: target && shareScope(target, entity) ? tableOf(target.name) : undefined,
    };
  });
}

/** Every sealed table's own columns: name, type, whether it may be null. */
export const recordColumns = [
  ['id', 'uuid', false],
  ['workspace_id', 'uuid', true],
  ['scope_id', 'uuid', false],
  ['version', 'integer', false],
  ['revision', 'bigint', false],
  ['sealed', 'bytea', false],
  ['deleted', 'boolean', false],
  ['created_at', 'timestamp with time zone', false],
  ['updated_at', 'timestamp with time zone', false],
] as const;
