/**
 * A record as the replica holds it: one flat object with the base fields, the refs and every sealed field, unknown
 * ones of a newer client included. What screens get is the same object unless a value is missing or misshapen.
 */

import {
  baseFields,
  type Entity,
  presentRefs,
  type RecordBase,
  readValues,
  valueFields,
} from '@kontor/contract/entity/entity';
import type { Field } from '@kontor/contract/entity/field';
import { isList } from '@kontor/contract/entity/ref';
import { type EntityName, entityOf, type OpenOf } from '@kontor/contract/nouns/entities';
import type { ChainLink, PlainRecord } from '../vault/plainRecord.ts';
import { sameValue } from './sameValue.ts';

/** The flat form, field types unchecked. */
export type Row = RecordBase & { chain?: ChainLink } & Record<string, unknown>;

interface Shape {
  entity: Entity;
  /** The values that stand in for absent refs; none for optional ids. */
  refFallbacks: Record<string, string | string[]>;
  values: [string, Field<unknown>][];
}

const shapes = new Map<string, Shape>();

function shapeOf(name: string): Shape {
  let shape = shapes.get(name);
  if (!shape) {
    const entity = entityOf(name);
    const refFallbacks: Record<string, string | string[]> = {};
    for (const [key, field] of Object.entries(entity.refs)) {
      if (isList(field)) refFallbacks[key] = [];
      else if (!field.field && !field.isOptional) refFallbacks[key] = '';
    }
    shape = { entity, refFallbacks, values: valueFields(entity) };
    shapes.set(name, shape);
  }
  return shape;
}

/** Returns the flat form of an opened record. Refs and base fields win over sealed fields that carry their names. */
export function rowOf(
  record: PlainRecord & {
    plain: Record<string, unknown>;
    authorId?: string | undefined;
    createdRevision?: number | undefined;
  },
  updatedAt: number,
): Row {
  const { refFallbacks } = shapeOf(record.entity);
  const { id, scopeId, version, refs, authorId, createdRevision, chain } = record;
  // What a record says of its author and its place itself proves nothing.
  const { authorId: _, createdRevision: __, chain: ___, ...plain } = record.plain;
  const row: Row = { ...plain, ...refFallbacks, ...refs, id, scopeId, version, updatedAt };
  if (authorId !== undefined) row.authorId = authorId;
  if (createdRevision !== undefined) row.createdRevision = createdRevision;
  if (chain !== undefined) row.chain = chain;
  return row;
}

/** Returns the fields of a new record: what was given, empty lists, and who made it when. */
export function fieldsOf(
  entityName: string,
  given: Record<string, unknown>,
  { userId, now }: { userId: string; now: number },
): Record<string, unknown> {
  const { entity, refFallbacks } = shapeOf(entityName);
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(refFallbacks)) if (value !== '') fields[key] = value;
  for (const [key, value] of Object.entries(given)) if (value !== undefined) fields[key] = value;
  if ('createdBy' in entity.sealed) fields.createdBy ??= userId;
  if ('createdAt' in entity.sealed) fields.createdAt ??= now;
  return fields;
}

/** Returns the row with changed fields; null empties one (undefined would get lost in storage). */
export function withChanges<R extends Record<string, unknown>>(row: R, changed: Record<string, unknown>): R {
  const out: Record<string, unknown> = { ...row, ...changed };
  for (const key of Object.keys(changed)) if (changed[key] === null) delete out[key];
  return out as R;
}

/** Returns the fields of a row that a noun has, without what every record has. */
export const withoutBase = (row: Row): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !baseFields.has(key) || key === 'chain'));

/** Splits a row into refs and sealed fields, the form that the vault seals. */
export function plainOf(entityName: string, row: Row, version: number): PlainRecord {
  const { entity } = shapeOf(entityName);
  const plain: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    if (value === undefined || baseFields.has(key) || key === 'chain' || key in entity.refs) continue;
    Object.defineProperty(plain, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return {
    entity: entityName,
    id: row.id,
    scopeId: row.scopeId,
    version,
    refs: presentRefs(entity, row),
    plain,
    ...(row.chain && { chain: row.chain }),
  };
}

/** Returns a tombstone: the refs stay, so that the server sees the same row. */
export const tombstoneOf = (entityName: string, row: Row, version: number): PlainRecord => ({
  ...plainOf(entityName, row, version),
  plain: null,
});

/** Returns a row as screens see it: the row itself, or a copy with fallbacks for what is missing or malformed. */
export function readRow<N extends EntityName>(name: N, row: Row): OpenOf<N> {
  const { entity, refFallbacks, values } = shapeOf(name);
  for (const [key, field] of values) {
    const value = row[key];
    if (value === undefined ? !field.isOptional : !field.accepts(value))
      return { ...readValues(entity, row), ...refsOf(row, refFallbacks) } as unknown as OpenOf<N>;
  }
  return row as unknown as OpenOf<N>;
}

function refsOf(row: Row, fallbacks: Record<string, string | string[]>): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(fallbacks)) out[key] = row[key] ?? fallbacks[key];
  return out;
}

/** Tells whether two rows of a noun say the same, whoever wrote them and when. */
export const saysSame = (entityName: string, one: Row, other: Row): boolean =>
  sameValue(withoutMeta(entityName, one), withoutMeta(entityName, other));

/** Returns the row without what the server sets and without its origin. */
export function withoutMeta(entityName: string, row: Row): Record<string, unknown> {
  const { restored: _, ...rest }: Record<string, unknown> = row;
  for (const key of ['version', 'updatedAt', 'authorId', 'createdRevision', 'chain']) delete rest[key];
  // A tag says what the title says.
  for (const [key, { kind }] of Object.entries(shapeOf(entityName).entity.refs))
    if (kind === 'nameTag') delete rest[key];
  return rest;
}
