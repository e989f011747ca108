/** The wire schemas of sealed records and of the three mutations that every entity has. */
import * as z from 'zod/mini';
import type { Entity } from '../entity/entity.ts';
import type { Field } from '../entity/field.ts';
import { isList, type RefField, type RefValue, type StructuralKind } from '../entity/ref.ts';
import { bytesUpTo, fileKey, fixedBytes, maxSealedBytes, uuid } from './shapes.ts';

const refSchema = {
  ref: uuid,
  refs: z.array(uuid).check(z.maxLength(100)),
  nameTag: fixedBytes(32),
  digest: fixedBytes(32),
  blobs: z.array(fileKey).check(z.maxLength(20_000)),
} as const;

const valueSchema: Record<StructuralKind, (field: Field<unknown>) => z.ZodMiniType> = {
  number: () => z.number(),
  instant: () => z.int(),
  flag: () => z.boolean(),
  oneOf: ({ values = [] }) => z.enum(values as string[]),
  day: () => z.string().check(z.length(10)),
};

/** Lists and values may be absent: so they are in what a client of before them writes. */
function schemaOf({ kind, field, isOptional }: RefField<unknown>): z.ZodMiniType {
  if (field) {
    const accepted = z.refine((value: unknown) => field.accepts(value), 'Invalid value');
    return z.optional(valueSchema[kind as StructuralKind](field).check(accepted));
  }
  const schema = refSchema[kind as keyof typeof refSchema];
  return isOptional || isList({ kind }) ? z.optional(schema) : schema;
}

/** Returns the wire schema of an entity's refs: exactly its own, absent where they may be. */
function refsSchema(entity: Entity): z.ZodMiniType<Record<string, RefValue>> {
  const shape = Object.fromEntries(Object.entries(entity.refs).map(([key, field]) => [key, schemaOf(field)]));
  return z.strictObject(shape) as unknown as z.ZodMiniType<Record<string, RefValue>>;
}

export const recordVerbs = ['create', 'update', 'delete'] as const;
export type RecordVerb = (typeof recordVerbs)[number];

/**
 * Describes the arguments of `<entity>.create`, `.update` and `.delete`: the record as it shall stand.
 * `version` is the new one; an update or delete is made from `version - 1` and refused where the server holds
 * another (STALE_VERSION). A create may have a higher version than 1: so a record comes that the same batch
 * moves here from another scope. It may find an older tombstone of its own here and takes its place. Its
 * version is at most the one after the greater of the two.
 */
export const recordArgsSchema = (entity: Entity) =>
  z.strictObject({
    scopeId: uuid,
    id: uuid,
    version: z.int32().check(z.positive()),
    refs: refsSchema(entity),
    sealed: bytesUpTo(maxSealedBytes),
  });

export interface RecordArgs {
  scopeId: string;
  id: string;
  version: number;
  refs: Record<string, RefValue>;
  /** base64url. */
  sealed: string;
}
