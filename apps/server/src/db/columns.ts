/** How an entity's refs become columns. The table's other columns are the same for every entity. */
import { entities } from '@kontor/contract/entities';
import type { Entity, RefKind } from '@kontor/contract/entity';
import type { SnakeCase } from './recordRow.ts';

const sqlTypes = {
  ref: 'uuid',
  refs: 'uuid[]',
  nameTag: 'text',
  blobs: 'text[]',
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
  /** The table of the same scope that its ids name; undefined for people, tags and blobs. */
  target: string | undefined;
}

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The table of an entity's records: its name in snake case. */
export const tableOf = <N extends string>(name: N): SnakeCase<N> => snakeCase(name) as SnakeCase<N>;

/** The ref columns of an entity, in the contract's order. */
export function refColumns(entity: Entity): RefColumn[] {
  return Object.entries(entity.refs).map(([key, field]) => {
    const isList = field.kind === 'refs' || field.kind === 'blobs';
    const target = (entities as Record<string, Entity>)[field.target];
    return {
      key,
      column: snakeCase(key),
      sqlType: sqlTypes[field.kind],
      isNullable: field.isOptional && !isList,
      isList,
      namesPeople: field.target === 'user',
      target: target?.scope === entity.scope ? tableOf(target.name) : undefined,
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
