/** The wire schemas of sealed records and of the three mutations that every entity has. */
import * as z from 'zod/mini';
import type { Entity } from './entity.ts';
import { fileKey, fixedBytes, maxSealedBytes, sealedBytes, uuid } from './wire.ts';

const refSchema = {
  ref: uuid,
  refs: z.array(uuid).check(z.maxLength(100)),
  nameTag: fixedBytes(32),
  blobs: z.array(fileKey).check(z.maxLength(20_000)),
} as const;

/** The wire schema of an entity's refs: exactly its own, absent where optional. */
export function refsSchema(entity: Entity): z.ZodMiniType<Record<string, string | string[]>> {
  const shape = Object.fromEntries(
    Object.entries(entity.refs).map(([key, field]) => {
      const schema = refSchema[field.kind];
      const many = field.kind === 'refs' || field.kind === 'blobs';
      return [key, field.isOptional || many ? z.optional(schema) : schema];
    }),
  );
  return z.strictObject(shape) as unknown as z.ZodMiniType<Record<string, string | string[]>>;
}

export const recordVerbs = ['create', 'update', 'delete'] as const;
export type RecordVerb = (typeof recordVerbs)[number];

/**
 * Arguments of `<entity>.create`, `.update` and `.delete`: the record as it shall stand. `version` is the new one;
 * an update or delete is made from `version - 1` and refused where the server holds another (STALE_VERSION). A create
 * may have a higher version than 1: so a record comes that is moved here from another scope. It may find an older
 * tombstone of its own here and takes its place.
 */
export const recordArgsSchema = (entity: Entity) =>
  z.strictObject({
    scopeId: uuid,
    id: uuid,
    version: z.int32().check(z.positive()),
    refs: refsSchema(entity),
    sealed: sealedBytes(maxSealedBytes),
  });

export interface RecordArgs {
  scopeId: string;
  id: string;
  version: number;
  refs: Record<string, string | string[]>;
  /** base64url. */
  sealed: string;
}
