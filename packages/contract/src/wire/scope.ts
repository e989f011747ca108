/** A scope: a stream of sealed records that a known set of people can read; the unit of access, sync and keys. */
import * as z from 'zod/mini';
import { scopeAccess, scopeKinds } from '../entity/scopeKind.ts';
import { isDerivedId, isMarkedId } from './derivedId.ts';
import { fixedBytes, hash, keyId, uuid } from './shapes.ts';

/** A scope key as HPKE seals it: 1,120 bytes that are encapsulated, 32 of the key, a tag of 16. */
const grantBytes = 1_168;

/** A scope key in a box (`@kontor/crypto/keyWrap`): version, nonce of 12 bytes, the key's 32, a tag of 16. */
const boxedKeyBytes = 61;

/**
 * A scope's public facts. Its id is the id of what it belongs to where there is one such thing: the project's id, the
 * customer's, the room's, the user's (personal); that of somebody's hours and that of a direct room are
 * derived (`hoursScope.ts`, `directRoom.ts`); `admins` and `staff` have ids of their own, named in the member log.
 */
export const scopeSchema = z
  .object({
    id: uuid,
    kind: z.enum(scopeKinds),
    access: z.enum(scopeAccess),
  })
  .check(
    z.refine(
      ({ id, kind, access }) =>
        !isMarkedId(id) &&
        (isDerivedId(id) ? kind === 'hours' || (kind === 'room' && access === 'private') : kind !== 'hours'),
      'id: not of a scope of this kind',
    ),
  );
export type Scope = z.infer<typeof scopeSchema>;

/** A scope key granted to one certificate: how it reaches people where it is not derived. */
export const grantSchema = z.object({
  type: z.literal('grant'),
  scopeId: uuid,
  generation: z.int().check(z.positive()),
  kid: keyId,
  /** The kid of the generation before, null for the first. */
  previousKid: z.nullable(keyId),
  /**
   * Holders of this generation of a private scope, sorted user ids; `admins` stands for the admins scope's public key. Of
   * a scope of the log the recipient alone: the log says who holds it, and a list in each row would grow with its square.
   */
  readers: z.array(z.union([uuid, z.literal('admins')])).check(z.maxLength(1_000)),
  recipientId: z.union([uuid, z.literal('admins')]),
  /** Present exactly where `admins` reads: the key id of the generation of `admins` behind the public key. */
  adminsKid: z.optional(keyId),
  /** The user who granted, and the fingerprint of the certificate that signed. */
  granterId: uuid,
  granterKey: hash,
  /** See `@kontor/crypto/grant`. */
  sealed: fixedBytes(grantBytes),
  signature: fixedBytes(64),
});
export type Grant = z.infer<typeof grantSchema>;

/**
 * The key of `scopeId` sealed under the key of the scope above it (`staff` under `admins`); that of a project or room
 * which was private and is open now, under `staff`.
 */
export const keyWrapSchema = z.object({
  type: z.literal('wrap'),
  scopeId: uuid,
  generation: z.int().check(z.positive()),
  kid: keyId,
  parentScopeId: uuid,
  parentKid: keyId,
  sealed: fixedBytes(boxedKeyBytes),
});
export type KeyWrap = z.infer<typeof keyWrapSchema>;

/** The key of generation `generation - 1` sealed under that of `generation`, so that the newest opens the past. */
export const previousKeySchema = z.object({
  type: z.literal('previous'),
  scopeId: uuid,
  generation: z.int().check(z.minimum(2)),
  kid: keyId,
  previousKid: keyId,
  sealed: fixedBytes(boxedKeyBytes),
});
export type PreviousKey = z.infer<typeof previousKeySchema>;

export const scopeKeySchema = z.discriminatedUnion('type', [grantSchema, keyWrapSchema, previousKeySchema]);
export type ScopeKey = z.infer<typeof scopeKeySchema>;
