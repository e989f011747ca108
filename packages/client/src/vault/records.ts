/** Opens and seals records. Opening is the hot path of a cold sync: rows go through in batches, keys imported once. */

import { type Entity, presentRefs, type SealedRecord } from '@kontor/contract/entity/entity';
import { isInstant } from '@kontor/contract/entity/field';
import { livesIn, reachesCustomers, signsTombstones } from '@kontor/contract/entity/placement';
import { hasRefType } from '@kontor/contract/entity/ref';
import type { ScopeKind } from '@kontor/contract/entity/scopeKind';
import { entities } from '@kontor/contract/nouns/entities';
import { type Bytes, fromBase64Url, fromUtf8, toBase64Url, utf8 } from '@kontor/contract/wire/bytes';
import { nestsDeeper } from '@kontor/contract/wire/jsonDepth';
import {
  type AuthorChain,
  readSigned,
  signContent,
  signedHash,
  signTombstone,
  verifyContent,
  verifyTombstone,
} from '@kontor/crypto/authorSignature';
import type { CryptoErrorCode } from '@kontor/crypto/errors';
import { CryptoError } from '@kontor/crypto/errors';
import { sealRecord, sealTombstone } from '@kontor/crypto/record';
import { type OpenedRow, openRecords as openSealed } from '@kontor/crypto/recordBatch';
import type { ScopeKeyHandle } from '@kontor/crypto/scopeKey';
import type { OpenAccount } from './account.ts';
import type { FreshKeys, Keyring } from './keyring.ts';
import type { LogBook } from './trust/logBook.ts';
import type { OpenedRecord, OpenedRows, PlainRecord, RecordFault } from './vault.ts';

export interface RecordKeys {
  account: OpenAccount;
  log: LogBook;
  keyring: Keyring;
}

/** A row that was not opened, and why. */
class Refused extends Error {
  readonly fault: RecordFault;
  constructor(fault: RecordFault) {
    super(fault);
    this.fault = fault;
  }
}

const faultOf: Partial<Record<CryptoErrorCode, RecordFault>> = {
  'wrong-key': 'unknown-key',
  'unknown-version': 'unknown-version',
  malformed: 'malformed',
};

/** Returns what an entity's signature is bound to besides its content. */
const authorContext = (
  workspaceId: string,
  entity: Entity,
  record: { id: string; refs: PlainRecord['refs'] },
) => {
  const [container] = entity.within;
  const parentId = container === undefined ? '' : String(record.refs[container] ?? '');
  return { workspaceId, entity: entity.name, id: record.id, parentId };
};

/** See `Vault.openRecords`. */
export async function openRecords(
  keys: RecordKeys,
  workspaceId: string,
  rows: readonly SealedRecord[],
): Promise<OpenedRows> {
  const out: OpenedRows = { opened: [], faulty: [] };
  for (const [scopeId, ofScope] of Map.groupBy(rows, (row) => row.scopeId)) {
    // The scope's own keys and no others: whoever holds another scope's key could seal a row that claims to be here.
    const handles = await keys.keyring.handles(workspaceId, scopeId);
    const kind = keys.keyring.scope(workspaceId, scopeId)?.kind;
    const results = await openSealed(handles, workspaceId, ofScope);
    const signed: Promise<void>[] = [];
    for (const [i, row] of ofScope.entries()) {
      const refuse = (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        const { entity, id, version, revision, createdRevision } = row;
        const place = createdRevision === undefined ? {} : { createdRevision };
        out.faulty.push({ entity, id, scopeId, version, revision, ...place, fault: error.fault });
      };
      try {
        const entity = entityIn(row.entity, kind);
        const content = contentOf(entity, results[i]!, row);
        if (entity.signed && content.length > 0) {
          const opening = openSigned(keys, workspaceId, entity, row, content);
          signed.push(opening.then((record) => void out.opened.push(record), refuse));
        } else out.opened.push(openedRecord(entity, row, row.deleted ? undefined : content));
      } catch (error) {
        refuse(error);
      }
    }
    await Promise.all(signed);
  }
  return out;
}

/** The entity, where it belongs into such a scope. An unknown one is a newer client's. */
function entityIn(name: string, kind: ScopeKind | undefined): Entity {
  if (!Object.hasOwn(entities, name)) throw new Refused('unknown-version');
  const entity: Entity = entities[name as keyof typeof entities];
  if (kind !== undefined && !livesIn(entity, kind)) throw new Refused('malformed');
  return entity;
}

/** The opened bytes, of a tombstone what it is signed with; the server's `deleted` column has to agree. */
function contentOf(entity: Entity, result: OpenedRow, row: SealedRecord): Bytes {
  if (result.state === 'refused') throw new Refused(faultOf[result.error.code] ?? 'not-verified');
  if ((result.state === 'deleted') !== row.deleted) throw new Refused('hint-differs');
  if (result.state === 'open') return result.content;
  if (result.signed.length > 0 && !signsTombstones(entity)) throw new Refused('malformed');
  return result.signed;
}

function openedRecord(entity: Entity, row: SealedRecord, content: Bytes | undefined): OpenedRecord {
  const { id, scopeId, version, revision } = row;
  // The server's word, for ordering only; what is no time would break whoever writes it as a date.
  const updatedAt = isInstant(row.updatedAt) ? row.updatedAt : 0;
  const refs = sealedRefs(entity, row.refs);
  // As it was written, a newer client's values included: whoever shows it fills in what is missing.
  const plain = content ? parseContent(content) : null;
  const record = { entity: entity.name, id, scopeId, version, refs, plain, revision, updatedAt };
  const { createdRevision } = row;
  if (createdRevision === undefined) return record;
  // The server's word as well, but what is no revision would stand nowhere.
  if (!Number.isSafeInteger(createdRevision) || createdRevision < 1 || createdRevision > revision)
    throw new Refused('malformed');
  return { ...record, createdRevision };
}

/**
 * The refs that the seal is bound to, a newer client's included. Absent and empty ones are not part of it, so that an
 * empty one is the server's word alone: laid over the record it would blank a sealed field of that name.
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

async function openSigned(
  { log }: RecordKeys,
  workspaceId: string,
  entity: Entity,
  row: SealedRecord,
  sealed: Bytes,
): Promise<OpenedRecord> {
  try {
    const signed = readSigned(sealed);
    const certKey = toBase64Url(signed.author);
    // Who wrote it may have left since, or sign with other keys by now.
    const author = log.known(workspaceId).certs.get(certKey);
    if (!author) throw new Refused('forged-author');
    // A customer's people can seal there as well; what they are shown is written by those who work here, and of their
    // own only what is about themselves.
    const isOwn = entity.owner !== undefined && row.refs[entity.owner] === author.userId;
    if (reachesCustomers(entity) && !author.isStaff && !isOwn) throw new Refused('forged-author');
    const context = authorContext(workspaceId, entity, row);
    if (row.deleted) await verifyTombstone(signed, context, row.version, author.cert);
    else await verifyContent(signed, context, author.cert);
    const content = row.deleted ? undefined : signed.content;
    const chain = entity.chained ? await linkOf(signed, row.version, sealed) : {};
    return { ...openedRecord(entity, row, content), authorId: author.userId, ...chain };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw new Refused(error.code === 'not-verified' ? 'forged-author' : (faultOf[error.code] ?? 'malformed'));
  }
}

/** Returns the row's place in its author's chain; none for a row that stands in none. */
async function linkOf(
  { counter, previous }: AuthorChain,
  version: number,
  signed: Bytes,
): Promise<Pick<OpenedRecord, 'chain'>> {
  if (counter === 0) return {};
  // The next row names the first version of this one; later ones are sealed beside it.
  const hash = version === 1 ? { hash: toBase64Url(await signedHash(signed)) } : {};
  const isKnown = previous.some((byte) => byte !== 0);
  return { chain: { counter, previous: isKnown ? toBase64Url(previous) : '', ...hash } };
}

/** Records under way at once while sealing: enough to keep the platform busy, few enough to bound memory. */
const sealedAtOnce = 512;

/** See `Vault.sealRecords`. `fresh`: keys that begin with the batch that the records go into. */
export async function sealRecords(
  keys: RecordKeys,
  workspaceId: string,
  records: readonly PlainRecord[],
  { fresh, privateScopes = [] }: { fresh?: FreshKeys; privateScopes?: readonly string[] } = {},
): Promise<Uint8Array[]> {
  const handles = new Map<string, ScopeKeyHandle>();
  for (const scopeId of new Set(records.map((record) => record.scopeId))) {
    const isPrivate = privateScopes.includes(scopeId);
    handles.set(
      scopeId,
      await keys.keyring.newest(workspaceId, scopeId, { isPrivate, ...(fresh && { fresh }) }),
    );
  }
  const out: Uint8Array[] = [];
  for (let start = 0; start < records.length; start += sealedAtOnce) {
    const chunk = records.slice(start, start + sealedAtOnce);
    const sealing = chunk.map((record) => sealOne(keys, handles.get(record.scopeId)!, workspaceId, record));
    out.push(...(await Promise.all(sealing)));
  }
  return out;
}

async function sealOne(
  { account, keyring }: RecordKeys,
  handle: ScopeKeyHandle,
  workspaceId: string,
  record: PlainRecord,
): Promise<Uint8Array> {
  const entity = entityIn(record.entity, keyring.scope(workspaceId, record.scopeId)?.kind);
  const { scopeId, id, version } = record;
  const refs = presentRefs(entity, record.refs);
  const context = { workspaceId, scopeId, entity: entity.name, id, version, refs };
  const place = authorContext(workspaceId, entity, record);
  if (record.plain === null) {
    if (!signsTombstones(entity)) return sealTombstone(handle, context);
    return sealTombstone(handle, context, await signTombstone(account.keys, place, version));
  }
  const content = utf8(JSON.stringify(record.plain));
  if (!entity.signed) return sealRecord(handle, context, content);
  const chain = record.chain && {
    counter: record.chain.counter,
    previous: record.chain.previous ? fromBase64Url(record.chain.previous) : new Uint8Array(32),
  };
  const signed = await signContent(account.keys, place, content, chain);
  return sealRecord(handle, context, signed);
}
