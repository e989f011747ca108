/** Opens and seals records. Opening is the hot path of a cold sync: rows go through in batches, keys imported once. */

import { baseFields, type Entity, type SealedRecord } from '@kontor/contract/entity/entity';
import { isInstant } from '@kontor/contract/entity/field';
import { isMarkedBy } from '@kontor/contract/entity/fixedId';
import { livesIn } from '@kontor/contract/entity/placement';
import { hasRefType } from '@kontor/contract/entity/ref';
import { type ScopeKind, scopeKind } from '@kontor/contract/entity/scopeKind';
import { entities } from '@kontor/contract/nouns/entities';
import { type Bytes, equalBytes, fromUtf8, toBase64Url, utf8 } from '@kontor/contract/wire/bytes';
import { nestsDeeper } from '@kontor/contract/wire/jsonDepth';
import {
  type AuthorChain,
  chainHash,
  type RecordPlace,
  readSigned,
  recordChecks,
  type SignatureCheck,
  type SignedContent,
  tombstoneChecks,
} from '@kontor/crypto/authorSignature';
import { CryptoError } from '@kontor/crypto/errors';
import { type OpenedRow, openRecords as openSealed } from '@kontor/crypto/recordBatch';
import type { OpenAccount } from './account.ts';
import type { Authors } from './authors.ts';
import type { Keyring } from './keyring.ts';
import type { ChainLink, OpenedRecord, OpenedRows, PlainRecord } from './plainRecord.ts';
import { packProof } from './proof.ts';
import { faultOfCode, Refused } from './refused.ts';
import type { ScopeRing } from './scopeRing.ts';

export interface RecordKeys {
  account: OpenAccount;
  keyring: Keyring;
  authors: Authors;
}

/** An opened row, and the signatures that have to hold before it is believed. */
interface Candidate {
  row: SealedRecord;
  record: OpenedRecord;
  checks: SignatureCheck[];
  /** Returns its place in its author's chain, where it has one. */
  link?: () => Promise<ChainLink>;
}

/** Opens the rows of one scope. */
interface ScopeReader {
  workspaceId: string;
  kind: ScopeKind | undefined;
  /** The generation of a key, and where it comes from. */
  originOf: ScopeRing['originOf'];
  judge: Awaited<ReturnType<Authors['judge']>>;
}

/**
 * Opens rows of a workspace (`''`: the personal scope), whatever scopes they lie in. What does not open, or whose author could not
 * write it, is named and stops no other.
 */
export async function openRecords(
  keys: RecordKeys,
  workspaceId: string,
  rows: readonly SealedRecord[],
): Promise<OpenedRows> {
  const out: OpenedRows = { opened: [], faulty: [] };
  const refuse = (row: SealedRecord, error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    const { entity, id, scopeId, version, revision, createdRevision } = row;
    const place = createdRevision === undefined ? {} : { createdRevision };
    out.faulty.push({ entity, id, scopeId, version, revision, ...place, fault: error.fault });
  };
  const candidates: Candidate[] = [];
  for (const [scopeId, ofScope] of Map.groupBy(rows, (row) => row.scopeId)) {
    // The scope's own keys and no others: whoever holds another scope's key could seal a row that claims to be here.
    const isShutOut = keys.keyring.isShutOut(workspaceId);
    const ring = isShutOut ? undefined : await keys.keyring.filled(workspaceId, scopeId);
    const results = await openSealed(ring?.handles ?? new Map(), workspaceId, ofScope);
    const reader = await readerOf(keys, workspaceId, ring);
    for (const [i, row] of ofScope.entries()) {
      try {
        candidates.push(read(reader, row, results[i]!));
      } catch (error) {
        refuse(row, error);
      }
    }
  }
  const checks = candidates.flatMap((candidate) => candidate.checks);
  const holds = await keys.authors.verify(workspaceId, checks);
  let at = 0;
  const signed: Candidate[] = [];
  for (const candidate of candidates) {
    const { row, checks: own } = candidate;
    if (own.every((_, i) => holds[at + i])) signed.push(candidate);
    else refuse(row, new Refused('forged-author'));
    at += own.length;
  }
  for (const { record, link } of signed) out.opened.push(link ? { ...record, chain: await link() } : record);
  return out;
}

async function readerOf(
  { authors }: RecordKeys,
  workspaceId: string,
  ring: ScopeRing | undefined,
): Promise<ScopeReader> {
  const known = new Map<string, ReturnType<ScopeRing['originOf']>>();
  return {
    workspaceId,
    kind: ring?.scope.kind,
    originOf: (kid) => {
      const origin = known.get(kid) ?? ring!.originOf(kid);
      known.set(kid, origin);
      return origin;
    },
    judge: await authors.judge(workspaceId),
  };
}

/** Holds an opened row against its author and its place. @throws Refused */
function read(reader: ScopeReader, row: SealedRecord, result: OpenedRow): Candidate {
  const entity = entityIn(row.entity, reader.kind);
  if (result.state === 'refused') throw new Refused(faultOfCode(result.error.code));
  if ((result.state === 'deleted') !== row.deleted) throw new Refused('hint-differs');
  try {
    const signed = readSigned(result.signed);
    const { generation, origin } = reader.originOf(result.kid);
    const { authorId, isUncut } = reader.judge({ entity, row, signed, generation, origin });
    const { scopeId, id, version, refs } = row;
    const place: RecordPlace = {
      workspaceId: reader.workspaceId,
      scopeId,
      entity: entity.name,
      id,
      version,
      refs,
      generation,
    };
    const record = openedRecord(entity, row, signed);
    // Of a room what the noun says counts: the kind of a scope that no log names is the server's word.
    const isOwn =
      origin.from === 'row' && reader.kind !== undefined && scopeKind(reader.kind).key === 'shared';
    const ownKey = (isUncut || isOwn) && { ownKey: generation };
    const proven = { ...record, authorId, proof: packProof(signed, generation), ...ownKey };
    if (row.deleted) return { row, record: proven, checks: tombstoneChecks(signed, place) };
    if (mayWait(entity, signed, record))
      return { row, record: { ...proven, isUnverified: true }, checks: [] };
    const { chain } = signed;
    const link =
      chain && (async () => linkOf(chain, version === 1 ? await chainHash(signed, place) : undefined));
    return { row, record: proven, checks: recordChecks(signed, place), ...(link && { link }) };
  } catch (error) {
    if (error instanceof CryptoError) throw new Refused(faultOfCode(error.code));
    throw error;
  }
}

/**
 * Tells whether a record may be verified later, from what the replica holds of it: where nothing but its author's signature
 * is on it, and its content is written as the replica would write it again.
 */
function mayWait(
  entity: Entity,
  { chain, reseal, content }: SignedContent,
  { plain, refs }: Pick<OpenedRecord, 'plain' | 'refs'>,
): boolean {
  if (entity.verified === 'at-once' || chain || reseal || !plain) return false;
  for (const key in plain) if (baseFields.has(key) || key in entity.refs) return false;
  for (const key in refs) if (!(key in entity.refs)) return false;
  const again = contentBytes(plain);
  return again.length === content.length && equalBytes(again, content);
}

/** Returns the entity, where it belongs into such a scope. An unknown one is a newer client's. */
export function entityIn(name: string, kind: ScopeKind | undefined): Entity {
  if (!Object.hasOwn(entities, name)) throw new Refused('unknown-version');
  const entity: Entity = entities[name as keyof typeof entities];
  if (kind !== undefined && !livesIn(entity, kind)) throw new Refused('malformed');
  return entity;
}

/** Returns the bytes that an author signs of a record. */
export const contentBytes = (plain: Record<string, unknown>): Bytes => utf8(JSON.stringify(plain));

function openedRecord(
  entity: Entity,
  row: SealedRecord,
  { content, reseal }: SignedContent,
): Omit<OpenedRecord, 'authorId' | 'proof'> {
  const { id, scopeId, version, revision, deleted } = row;
  // The server's word, for ordering only; what is no time would break whoever writes it as a date.
  const updatedAt = isInstant(row.updatedAt) ? row.updatedAt : 0;
  const refs = sealedRefs(entity, row.refs);
  assertOwnId(entity, row);
  // As it was written, a newer client's values included: whoever shows it fills in what is missing.
  const plain = deleted ? null : parseContent(content);
  if (plain && reseal && reseal.added.length > 0) Object.assign(plain, addedIn(reseal.added));
  const record = { entity: entity.name, id, scopeId, version, refs, plain, revision, updatedAt };
  const { createdRevision } = row;
  if (createdRevision === undefined) return record;
  // The server's word as well, but what is no revision would stand nowhere.
  if (!Number.isSafeInteger(createdRevision) || createdRevision < 1 || createdRevision > revision)
    throw new Refused('malformed');
  return { ...record, createdRevision };
}

/** Returns a row's place in its author's chain. The next row names the first version of this one; later ones are sealed beside it. */
export function linkOf({ counter, previous }: AuthorChain, hash?: Bytes): ChainLink {
  const isKnown = previous.some((byte) => byte !== 0);
  return {
    counter,
    previous: isKnown ? toBase64Url(previous) : '',
    ...(hash && { hash: toBase64Url(hash) }),
  };
}

/** Refuses a record whose id is not the one that follows from whose it is, or from what it names. */
function assertOwnId({ id: rule, owner }: Entity, { id, scopeId, refs }: SealedRecord): void {
  if (typeof rule !== 'object') return;
  if ('mark' in rule) {
    if (!isMarkedBy(rule, { id, refs })) throw new Refused('malformed');
    return;
  }
  const ownerId = owner === undefined ? undefined : refs[owner];
  if (typeof ownerId !== 'string' || rule.person(ownerId, scopeId) !== id) throw new Refused('malformed');
}

/** Reads what whoever sealed a record anew may say besides: that a backup lacked it. Nothing of what its author said. */
function addedIn(bytes: Bytes): Record<string, unknown> {
  const { restored, ...rest } = parseContent(bytes);
  if (restored === undefined || Object.keys(rest).length > 0) throw new Refused('malformed');
  return { restored };
}

/**
 * Returns the refs that the seal is bound to, a newer client's included. Absent and empty ones are not part
 * of it, so that an empty one is the server's word alone: laid over the record it would blank a sealed field
 * of that name.
 */
function sealedRefs(entity: Entity, refs: SealedRecord['refs']): PlainRecord['refs'] {
  const out: PlainRecord['refs'] = {};
  for (const [key, value] of Object.entries(refs)) {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    const field = Object.hasOwn(entity.refs, key) ? entity.refs[key] : undefined;
    if (Object.hasOwn(entity.sealed, key) || (field && !hasRefType(field, value)))
      throw new Refused('malformed');
    out[key] = value;
  }
  return out;
}

/** Deeper than anything that a client writes. What walks a record by recursion would break off far below, and with it the pull. */
const maxContentDepth = 200;

function parseContent(content: Bytes): Record<string, unknown> {
  try {
    const text = fromUtf8(content);
    // What is shorter than this has no room for such a depth.
    if (text.length > 2 * maxContentDepth && nestsDeeper(text, maxContentDepth))
      throw new Refused('malformed');
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    // Neither UTF-8 nor JSON: the same as any other content that is no record.
  }
  throw new Refused('malformed');
}
