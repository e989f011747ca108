/** Maps an entity to the columns of its table: those of its refs, and those that tables of records have in common. */
import type { Entity, Uniqueness } from '@kontor/contract/entity/entity';
import { mayBeWindowed, shareScope } from '@kontor/contract/entity/placement';
import { isList, type RefKind } from '@kontor/contract/entity/ref';
import { entities } from '@kontor/contract/nouns/entities';
import { type Columns, column, nullable } from '@kontor/contract/server/table';
import { type SnakeCase, snakeCase } from './snakeCase.ts';

const sqlTypes = {
  ref: 'uuid',
  refs: 'uuid[]',
  nameTag: 'text',
  digest: 'text',
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

/** Returns the table of an entity's records: its name in snake case. */
export const tableOf = <N extends string>(name: N): SnakeCase<N> => snakeCase(name);

/** Returns the ref columns of an entity, in the contract's order. */
export function refColumns(entity: Entity): RefColumn[] {
  return Object.entries(entity.refs).map(([key, field]) => {
    const target = (entities as Record<string, Entity>)[field.target];
    return {
      key,
      column: snakeCase(key),
      sqlType: sqlTypes[field.kind],
      // Rows older than the value have none: the column must not hold anything that the seal does not bind.
      isNullable: field.field !== undefined || (field.isOptional && !isList(field)),
      isList: isList(field),
      namesPeople: field.target === 'user',
      target: target && shareScope(target, entity) ? tableOf(target.name) : undefined,
    };
  });
}

/** Returns the name of the unique index for fields of an entity. */
export const uniqueIndexOf = ({ name }: Pick<Entity, 'name'>, { fields }: Uniqueness): string =>
  [tableOf(name), ...fields.map(snakeCase)].join('_');

/** The columns that all tables of records have. */
export const recordColumns = {
  id: column.uuid(),
  workspaceId: nullable(column.uuid()),
  scopeId: column.uuid(),
  version: column.integer(),
  revision: column.bigint(),
  sealed: column.bytes(),
  deleted: column.flag(),
  createdAt: column.moment(),
  updatedAt: column.moment(),
};

/** The column of tables whose records may be in a windowed scope: their place there, see `RecordBase`. */
export const createdColumn = snakeCase('createdRevision');

/** Returns the columns of an entity's table besides its refs'. */
export const factColumns = (entity: Entity): Columns =>
  mayBeWindowed(entity) ? { ...recordColumns, createdRevision: column.bigint() } : recordColumns;
