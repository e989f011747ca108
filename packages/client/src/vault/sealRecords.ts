/** Seals records for the wire, signed by the account; what somebody else wrote keeps their signature. */
import { type Entity, presentRefs } from '@kontor/contract/entity/entity';
import { type Bytes, fromBase64Url, utf8 } from '@kontor/contract/wire/bytes';
import {
  type AuthorChain,
  chainHash,
  type LogHead,
  type Origin,
  type RecordPlace,
  type RecordSigner,
  readSigned,
  recordChecks,
  resealRecord,
  type SignatureCheck,
  type SignedContent,
  signRecord,
  signTombstone,
} from '@kontor/crypto/authorSignature';
import { sealRecord, sealTombstone } from '@kontor/crypto/record';
import type { ScopeKeyHandle } from '@kontor/crypto/scopeKey';
import type { FreshKeys } from './keyring.ts';
import type { ChainLink, FormerAuthor, RecordToSeal, UnverifiedRecord } from './plainRecord.ts';
import { packProof, unpackProof } from './proof.ts';
import { contentBytes, entityIn, linkOf, type RecordKeys } from './records.ts';

/** Records under way at once while sealing: enough to keep the platform busy, few enough to bound memory. */
const sealedAtOnce = 512;

/** A sealed record, who counts as its author, and the signature of that. */
export interface SealedAs {
  sealed: Uint8Array;
  authorId: string;
  proof: string;
  chain?: ChainLink;
}

interface Sealing {
  keys: RecordKeys;
  workspaceId: string;
  signer: RecordSigner;
  head: LogHead;
}

/** See `Vault.sealRecords`. `fresh`: keys that begin with the batch that the records go into. */
export async function sealRecords(
  keys: RecordKeys,
  workspaceId: string,
  records: readonly RecordToSeal[],
  { fresh, privateScopes = [] }: { fresh?: FreshKeys; privateScopes?: readonly string[] } = {},
): Promise<SealedAs[]> {
  if (records.length === 0) return [];
  const handles = new Map<string, { handle: ScopeKeyHandle; generation: number }>();
  for (const scopeId of new Set(records.map((record) => record.scopeId))) {
    const isPrivate = privateScopes.includes(scopeId);
    handles.set(
      scopeId,
      await keys.keyring.newest(workspaceId, scopeId, { isPrivate, ...(fresh && { fresh }) }),
    );
  }
  const sealing: Sealing = {
    keys,
    workspaceId,
    signer: await keys.account.signer(),
    head: keys.authors.head(workspaceId),
  };
  const out: SealedAs[] = [];
  for (let start = 0; start < records.length; start += sealedAtOnce) {
    const chunk = records.slice(start, start + sealedAtOnce);
    const under = (record: RecordToSeal) => handles.get(record.scopeId)!;
    out.push(...(await Promise.all(chunk.map((record) => sealOne(sealing, under(record), record)))));
  }
  return out;
}

async function sealOne(
  sealing: Sealing,
  { handle, generation }: { handle: ScopeKeyHandle; generation: number },
  record: RecordToSeal,
): Promise<SealedAs> {
  const { keys, workspaceId, signer, head } = sealing;
  const entity = entityIn(record.entity, keys.keyring.scope(workspaceId, record.scopeId)?.kind);
  const { scopeId, id, version, plain } = record;
  const refs = presentRefs(entity, record.refs);
  const place: RecordPlace = { workspaceId, scopeId, entity: entity.name, id, version, refs, generation };
  const authorId = keys.account.userId;
  const proven = (signed: Bytes) => packProof(readSigned(signed), generation);
  if (plain === null) {
    const signed = await signTombstone(signer, place, head);
    return { sealed: await sealTombstone(handle, place, signed), authorId, proof: proven(signed) };
  }
  const resealed = record.written && (await resealOne(sealing, entity, place, plain, record.written));
  if (resealed)
    return {
      sealed: await sealRecord(handle, place, resealed),
      authorId: record.written!.authorId,
      proof: proven(resealed),
    };
  const chain = chainOf(record.chain);
  const signed = await signRecord(signer, place, head, contentBytes(plain), chain);
  const hash = chain && version === 1 ? await chainHash(readSigned(signed), place) : undefined;
  return {
    sealed: await sealRecord(handle, place, signed),
    authorId,
    proof: proven(signed),
    ...(chain && { chain: linkOf(chain, hash) }),
  };
}

const chainOf = (chain: ChainLink | undefined): AuthorChain | undefined =>
  chain && {
    counter: chain.counter,
    previous: chain.previous ? fromBase64Url(chain.previous) : new Uint8Array(32),
  };

/** Signs somebody else's record in its new place; undefined where it does not say what they signed, or names others than they did. */
async function resealOne(
  { keys, workspaceId, signer, head }: Sealing,
  entity: Entity,
  place: RecordPlace,
  plain: Record<string, unknown>,
  written: FormerAuthor,
): Promise<Bytes | undefined> {
  // Not the author's word, but the word of whoever brings it back.
  const { restored, ...content } = plain;
  const added = restored === undefined ? new Uint8Array(0) : utf8(JSON.stringify({ restored }));
  const found = await authorOf(keys, workspaceId, place, contentBytes(content), written);
  if (!found || !keys.authors.mayReseal(workspaceId, entity, found.origin.refs, place.refs)) return undefined;
  return resealRecord(signer, place, head, found.signed, { origin: found.origin, added });
}

/** Returns what an author signed, with where; undefined where their signature is not on it. */
async function authorOf(
  { authors }: RecordKeys,
  workspaceId: string,
  place: RecordPlace,
  content: Bytes,
  { authorId, proof, scopeId, version, refs }: FormerAuthor,
): Promise<{ signed: SignedContent; origin: Origin } | undefined> {
  const { seq, generation, signature, origin: earlier, chain } = unpackProof(proof);
  const signers = await authors.signers(workspaceId);
  const { by = [], head } = signers(authorId, seq) ?? {};
  const origin: Origin = { scopeId, version, refs, ...earlier, generation };
  for (const name of by) {
    const author = { by: name, head: head!, signature };
    const signed: SignedContent = { author, chain, reseal: undefined, content };
    const [holds] = await authors.verify(workspaceId, recordChecks(signed, { ...place, ...origin }));
    if (holds) return { signed, origin };
  }
  return undefined;
}

/** See `Vault.verifyRecords`. */
export async function verifyRecords(
  { authors }: RecordKeys,
  workspaceId: string,
  records: readonly UnverifiedRecord[],
): Promise<boolean[]> {
  const signers = await authors.signers(workspaceId);
  const checks = records.map((record) => checkOf(signers, workspaceId, record));
  const holds = await authors.verify(
    workspaceId,
    checks.filter((check) => check !== undefined),
  );
  let at = 0;
  return checks.map((check) => check !== undefined && holds[at++]!);
}

/** Returns the signature that a record bears by its proof; undefined where nobody could have made it. */
function checkOf(
  signers: Awaited<ReturnType<RecordKeys['authors']['signers']>>,
  workspaceId: string,
  { entity, id, scopeId, version, refs, plain, authorId, proof }: UnverifiedRecord,
): SignatureCheck | undefined {
  const { seq, generation, signature } = unpackProof(proof);
  const signer = signers(authorId, seq);
  if (!signer || !plain) return undefined;
  const author = { by: signer.by[0]!, head: signer.head, signature };
  const signed = { author, chain: undefined, reseal: undefined, content: contentBytes(plain) };
  return recordChecks(signed, { workspaceId, scopeId, entity, id, version, refs, generation })[0];
}
