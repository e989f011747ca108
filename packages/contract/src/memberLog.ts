/**
 * The member log: one signed, hash-chained list per workspace. Public keys, roles and the key ids of the `admins`,
 * `staff` and `customer` scopes are believed from it and from nowhere else. Client and server fold it with this code;
 * the server refuses what clients would refuse, so that one bad entry stops nobody.
 *
 * An entry's signed bytes: LP(label) LP(canonical JSON of the entry without its signature).
 * An entry's hash: SHA-256(LP(signed bytes) LP(signature)).
 */
import { z } from 'zod';
import { type Bytes, canonicalJson, equalBytes, fromBase64Url, lp, toBase64Url } from './bytes.ts';
import { fingerprintOf, isSelfSigned, type KeyCert, keyCertSchema, type Verifier } from './keyCert.ts';
import { labels } from './labels.ts';
import { LogError } from './logError.ts';
import type { MemberStatus, Role } from './role.ts';
import { type ScopeKind, scopeKinds } from './scopeKind.ts';
import { fixedBytes, hash, keyId, sealedBytes, uuid } from './wire.ts';

const loggedScope = z.strictObject({
  scopeId: uuid,
  kind: z.enum(scopeKinds).extract(['admins', 'staff', 'customer']),
  generation: z.int().positive(),
  kid: keyId,
});

const payloads = {
  genesis: z.strictObject({
    owner: keyCertSchema,
    scopes: z.array(loggedScope).max(2),
    /** X-Wing public key of the `admins` scope: what private projects are granted to. */
    adminsPublicKey: sealedBytes(1_216),
  }),
  rotate: z.strictObject({
    scopes: z.array(loggedScope).min(1).max(1_000),
    /** Present exactly when `admins` rotates. */
    adminsPublicKey: sealedBytes(1_216).optional(),
  }),
};

const common = {
  seq: z.int().nonnegative(),
  /** Hash of the entry before, null for the first. */
  previousHash: hash.nullable(),
  workspaceId: uuid,
  authorId: uuid,
  /** Fingerprint of the certificate that signed. */
  authorKey: hash,
  /** Author's clock, ms. */
  at: z.int().nonnegative(),
  signature: fixedBytes(64),
};

export const logEntrySchema = z.discriminatedUnion('type', [
  z.strictObject({ ...common, type: z.literal('genesis'), payload: payloads.genesis }),
  z.strictObject({ ...common, type: z.literal('rotate'), payload: payloads.rotate }),
]);
export type LogEntry = z.infer<typeof logEntrySchema>;
export type LogEntryType = LogEntry['type'];
type Unsigned<T> = T extends LogEntry ? Omit<T, 'signature'> : never;
export type UnsignedLogEntry = Unsigned<LogEntry>;

/** A member as the log proves them. */
export interface LoggedMember {
  userId: string;
  cert: KeyCert;
  /** Fingerprint of `cert`, base64url. */
  certKey: string;
  role: Role;
  status: MemberStatus;
  isOwner: boolean;
}

/** A scope's current generation and the key id of each. */
export interface LoggedScope {
  scopeId: string;
  kind: ScopeKind;
  generation: number;
  /** Key id by generation. */
  kids: Map<number, string>;
}

/** What a log proves. Never changed in place: each entry makes a new one. */
export interface LogState {
  workspaceId: string;
  seq: number;
  /** Hash of the newest entry, base64url. */
  head: string;
  /** Hash of the first entry: the workspace's identity. */
  genesis: string;
  members: ReadonlyMap<string, LoggedMember>;
  scopes: ReadonlyMap<string, LoggedScope>;
  adminsPublicKey: string;
}

/** The bytes that an entry's signature covers. */
export function logEntryBytes(entry: LogEntry | UnsignedLogEntry): Bytes {
  const { signature: _, ...body } = entry as LogEntry;
  return lp(labels.log, canonicalJson(body));
}

/** An entry's hash, base64url. */
export async function logEntryHash(entry: LogEntry, verifier: Verifier): Promise<string> {
  return toBase64Url(await verifier.sha256(lp(logEntryBytes(entry), fromBase64Url(entry.signature))));
}

/**
 * Folds entries onto a state (undefined before genesis).
 * @throws LogError at the first entry that is malformed, off the chain, unsigned or not permitted.
 */
export async function foldLog(
  state: LogState | undefined,
  entries: readonly unknown[],
  verifier: Verifier,
): Promise<LogState> {
  let current = state;
  for (const raw of entries) current = await foldEntry(current, raw, verifier);
  if (!current) throw new LogError('malformed', 0);
  return current;
}

async function foldEntry(state: LogState | undefined, raw: unknown, verifier: Verifier): Promise<LogState> {
  const seq = state ? state.seq + 1 : 0;
  const parsed = logEntrySchema.safeParse(raw);
  if (!parsed.success) throw new LogError('malformed', seq);
  const entry = parsed.data;
  if (entry.seq !== seq || entry.previousHash !== (state?.head ?? null))
    throw new LogError('broken-chain', seq);
  if (state && entry.workspaceId !== state.workspaceId) throw new LogError('wrong-workspace', seq);
  const author = await authorOf(state, entry, verifier);
  const signature = fromBase64Url(entry.signature);
  if (!(await verifier.verify(fromBase64Url(author.cert.signingPublicKey), logEntryBytes(entry), signature)))
    throw new LogError('bad-signature', seq);
  const head = await logEntryHash(entry, verifier);
  return entry.type === 'genesis' ? genesis(entry, author, head) : rotate(state!, entry, author, head);
}

/** The member who signed an entry: the owner that genesis names, later an active member of the state before. */
async function authorOf(
  state: LogState | undefined,
  entry: LogEntry,
  verifier: Verifier,
): Promise<LoggedMember> {
  if (!state) {
    if (entry.type !== 'genesis') throw new LogError('broken-chain', entry.seq);
    const cert = entry.payload.owner;
    if (!(await isSelfSigned(cert, verifier))) throw new LogError('bad-certificate', entry.seq);
    const certKey = await fingerprintOf(cert, verifier);
    if (cert.userId !== entry.authorId || !equalBytes(certKey, fromBase64Url(entry.authorKey)))
      throw new LogError('unknown-author', entry.seq);
    return {
      userId: cert.userId,
      cert,
      certKey: entry.authorKey,
      role: 'ADMIN',
      status: 'ACTIVE',
      isOwner: true,
    };
  }
  const author = state.members.get(entry.authorId);
  if (!author || author.certKey !== entry.authorKey) throw new LogError('unknown-author', entry.seq);
  if (author.role !== 'ADMIN' || author.status !== 'ACTIVE') throw new LogError('not-permitted', entry.seq);
  return author;
}

type EntryOf<T extends LogEntryType> = Extract<LogEntry, { type: T }>;

function genesis(entry: EntryOf<'genesis'>, owner: LoggedMember, head: string): LogState {
  const kinds = entry.payload.scopes.map((scope) => scope.kind).sort();
  if (kinds.join() !== 'admins,staff') throw new LogError('malformed', entry.seq);
  if (entry.payload.scopes.some((scope) => scope.generation !== 1))
    throw new LogError('bad-generation', entry.seq);
  return {
    workspaceId: entry.workspaceId,
    seq: entry.seq,
    head,
    genesis: head,
    members: new Map([[owner.userId, owner]]),
    scopes: new Map(
      entry.payload.scopes.map((scope) => [scope.scopeId, { ...scope, kids: new Map([[1, scope.kid]]) }]),
    ),
    adminsPublicKey: entry.payload.adminsPublicKey,
  };
}

function rotate(state: LogState, entry: EntryOf<'rotate'>, _author: LoggedMember, head: string): LogState {
  const scopes = new Map(state.scopes);
  for (const { scopeId, kind, generation, kid } of entry.payload.scopes) {
    const before = scopes.get(scopeId);
    if (!before || before.kind !== kind || generation !== before.generation + 1)
      throw new LogError('bad-generation', entry.seq);
    scopes.set(scopeId, { ...before, generation, kids: new Map(before.kids).set(generation, kid) });
  }
  const rotatesAdmins = entry.payload.scopes.some((scope) => scope.kind === 'admins');
  if (rotatesAdmins !== (entry.payload.adminsPublicKey !== undefined))
    throw new LogError('malformed', entry.seq);
  return {
    ...state,
    seq: entry.seq,
    head,
    scopes,
    adminsPublicKey: entry.payload.adminsPublicKey ?? state.adminsPublicKey,
  };
}
