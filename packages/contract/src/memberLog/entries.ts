/**
 * The member log's entries: one signed, hash-chained list per workspace. It carries ids and keys, never names.
 *
 * An entry's signed bytes: LP(label) LP(canonical JSON of the entry without its signature).
 * An entry's hash: SHA-256(LP(signed bytes) LP(signature)).
 *
 * `rules.ts` says what each type means and who may sign it.
 */
import * as z from 'zod/mini';
import { memberStatus, roles } from '../entity/role.ts';
import type { ScopeKind } from '../entity/scopeKind.ts';
import { type Bytes, canonicalJson, fromBase64Url, lp, toBase64Url } from '../wire/bytes.ts';
import { keyCertSchema, type Verifier } from '../wire/keyCert.ts';
import { labels } from '../wire/labels.ts';
import { xwingPublicKeyBytes } from '../wire/publicKeys.ts';
import { bytesUpTo, fixedBytes, hash, keyId, uuid } from '../wire/shapes.ts';
import { revisionBytes } from './revisions.ts';

const generation = z.strictObject({
  scopeId: uuid,
  kind: z.enum(['admins', 'staff', 'customer'] satisfies ScopeKind[]),
  generation: z.int().check(z.positive()),
  kid: keyId,
});
/** A new generation of a scope's key, as an entry names it. */
export type NamedGeneration = z.infer<typeof generation>;

/** Most customers whose scopes one entry renews. */
const maxCustomers = 10_000;

/** Most scopes whose revisions one entry names. */
const maxRevisions = 20_000;

/** X-Wing public key of the `admins` scope: what private projects are granted to. */
const adminsPublicKey = fixedBytes(xwingPublicKeyBytes);

const generations = {
  /** The generations that this entry starts, and no others. */
  scopes: z.array(generation).check(z.maxLength(1_000)),
  /** Present exactly when `admins` is among them. */
  adminsPublicKey: z.optional(adminsPublicKey),
  /**
   * The revisions of the scopes that the entry cuts, as far as its author's device had pulled them (`packRevisions`): what
   * comes above is not believed of somebody who lost it here, nor under a key of before. `cuts.ts` says which scopes.
   */
  revisions: z.optional(bytesUpTo(revisionBytes * maxRevisions)),
};

/** New generations of what somebody loses. */
const renewals = {
  ...generations,
  /**
   * The new key ids, 16 bytes each, of the customers' scopes that the person loses, in the order of the scopes' ids:
   * which ones follows from the log. Without it `scopes` names them (one by one, as all entries once did).
   */
  customerKids: z.optional(bytesUpTo(16 * maxCustomers)),
};

const place = {
  role: z.enum(roles),
  /** The customer's scope; present exactly for the role CUSTOMER. */
  customerId: z.optional(uuid),
};

/**
 * Proofs that a new certificate is the person's: signed by the key that it replaces (`invitation`: the link's;
 * `phrase`, `device`: their own), or by an `admin` to whom its six-word code was read out.
 */
const rekeyMethods = ['invitation', 'phrase', 'device', 'admin'] as const;

const payloads = {
  genesis: z.strictObject({
    owner: keyCertSchema,
    scopes: z.array(generation).check(z.maxLength(2)),
    adminsPublicKey,
  }),
  /** `cert` is made from the link's secret; its `userId` is the invitation's id, which stands for the person. */
  invite: z.strictObject({
    cert: keyCertSchema,
    ...place,
    /** ms; at most seven days after `at`. */
    expiresAt: z.int().check(z.nonnegative()),
  }),
  /** Takes in somebody whose six-word code the admin was told, without any link. */
  add: z.strictObject({ cert: keyCertSchema, ...place }),
  role: z.strictObject({ userId: uuid, ...place, ...renewals }),
  status: z.strictObject({ userId: uuid, status: z.enum(memberStatus), ...renewals }),
  /** `userId`: the member's, or the invitation's, whose place the certificate's user takes. */
  rekey: z.strictObject({ userId: uuid, cert: keyCertSchema, method: z.enum(rekeyMethods) }),
  /** A customer's scope comes into being here, with its first generation. */
  rotate: z.strictObject({ ...generations, scopes: generations.scopes.check(z.minLength(1)) }),
  /** A member, or an invitation that is withdrawn. */
  remove: z.strictObject({ userId: uuid, ...renewals }),
  owner: z.strictObject({ userId: uuid }),
  /**
   * Seq and hash of the head that the restored backup ended with; `changedAt`: when its newest record was written, ms by
   * the server's clock.
   */
  restore: z.strictObject({
    seq: z.int().check(z.nonnegative()),
    hash,
    changedAt: z.int().check(z.nonnegative()),
  }),
};

const common = {
  seq: z.int().check(z.nonnegative()),
  /** Hash of the entry before, null for the first. */
  previousHash: z.nullable(hash),
  workspaceId: uuid,
  authorId: uuid,
  /** Fingerprint of the certificate that signed. */
  authorKey: hash,
  /** Author's clock, ms. */
  at: z.int().check(z.nonnegative()),
  signature: fixedBytes(64),
};

const entryOf = <T extends keyof typeof payloads>(type: T) =>
  z.strictObject({ ...common, type: z.literal(type), payload: payloads[type] });

export const logEntrySchema = z.discriminatedUnion('type', [
  entryOf('genesis'),
  entryOf('invite'),
  entryOf('add'),
  entryOf('role'),
  entryOf('status'),
  entryOf('rekey'),
  entryOf('rotate'),
  entryOf('remove'),
  entryOf('owner'),
  entryOf('restore'),
]);
export type LogEntry = z.infer<typeof logEntrySchema>;
export const logEntryTypes = Object.keys(payloads) as LogEntryType[];
export type LogEntryType = LogEntry['type'];
export type EntryOf<T extends LogEntryType> = Extract<LogEntry, { type: T }>;
type Unsigned<T> = T extends LogEntry ? Omit<T, 'signature'> : never;
export type UnsignedLogEntry = Unsigned<LogEntry>;

/** The content of an act; author, time and position in the chain are added on signing. */
type Content<T> = T extends LogEntry ? Pick<T, 'type' | 'payload'> : never;
export type LogAct = Content<LogEntry>;

/** Returns the bytes that an entry's signature covers. */
export function logEntryBytes(entry: LogEntry | UnsignedLogEntry): Bytes {
  const { signature: _, ...body } = entry as LogEntry;
  return lp(labels.log, canonicalJson(body));
}

/** Returns an entry's hash, base64url. */
export async function logEntryHash(entry: LogEntry, verifier: Verifier): Promise<string> {
  return toBase64Url(await verifier.sha256(lp(logEntryBytes(entry), fromBase64Url(entry.signature))));
}
