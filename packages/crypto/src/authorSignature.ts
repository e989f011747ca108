/**
 * Proves who wrote a record, and when: every record and every tombstone carries its author's signature inside the seal, so
 * that nobody who can open a scope, or could once, can write in another's name, in another place, or in their own name
 * about a time when they could. The signed content, which becomes the content of `sealRecord` and `sealTombstone`:
 *
 *     flags u8 (1: chained, 2: resealed) | author 32 | seq u64 | head 32 | signature 64
 *     chained:   counter u64 | previous 32
 *     resealed:  resealer 32 | seq u64 | head 32 | signature 64 | version u64 | generation u64 | LP(scopeId, refs, added)
 *     content
 *
 * The author signs (Ed25519)
 *
 *     LP(label, workspaceId, scopeId, entity, id) | u64 version | LP(refs) | u64 generation | LP(author) | u64 seq |
 *     LP(head) | u64 counter | LP(previous, content)
 *
 * with the label `kontor/record-author/v2`, for a tombstone `kontor/tombstone-author/v2`; `seq` and `head` are the newest
 * entry of the member log that they knew and its hash (zeros in a personal scope, which has no log). Counter and
 * previous are zero without a chain.
 *
 * Where somebody else seals it anew, the author's signature stays, about the place where they wrote it (`version`,
 * `generation`, `scopeId`, `refs`). The resealer signs the new place with the label `kontor/record-resealer/v1`, without
 * counter and previous, and as content `LP(what the author signed, the author's signature, added)`; `added` is what the
 * resealer says besides.
 */
import { type Bytes, concat, fromUtf8, lp, u64 } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import type { AccountKeys } from './account.ts';
import { fingerprint } from './cert.ts';
import { CryptoError, parsing } from './errors.ts';
import { sha256 } from './primitives/webcrypto.ts';
import { canonicalRefs, type RecordContext, type Refs, recordAssociatedData } from './recordContext.ts';
import { type Sign, signerOf, type Verify } from './signing.ts';

const [chained, resealed] = [1, 2];
const nameSize = 32;
const authorshipSize = nameSize + 8 + 32 + 64;

/** The end of the member log that somebody knew as they signed. */
export interface LogHead {
  seq: number;
  /** Hash of that entry, 32 bytes. */
  hash: Bytes;
}

/** The head where there is no member log: in a personal scope. */
export const noHead: LogHead = { seq: 0, hash: new Uint8Array(32) };

/** The place that a signature is bound to: that of the seal, and the generation of its key. */
export interface RecordPlace extends RecordContext {
  generation: number;
}

/** Somebody's part in a record. */
export interface Authorship {
  /** Fingerprint of their certificate, 32 bytes: look it up in the member log. */
  by: Bytes;
  head: LogHead;
  signature: Bytes;
}

/** An author's place in their own chain of messages of one room: counted from 1, each naming the hash before. */
export interface AuthorChain {
  counter: number;
  /** `chainHash` of the author's message before; 32 zero bytes for the first. */
  previous: Bytes;
}

/** The part of a place that changes where somebody seals a record anew. */
export type Origin = Pick<RecordPlace, 'scopeId' | 'version' | 'generation' | 'refs'>;

/** The part of whoever sealed a record anew. */
export interface Reseal {
  resealer: Authorship;
  /** Where the author wrote it. */
  origin: Origin;
  added: Bytes;
}

export interface SignedContent {
  author: Authorship;
  chain: AuthorChain | undefined;
  reseal: Reseal | undefined;
  content: Bytes;
}

/** Somebody's key for signing records, imported once. */
export interface RecordSigner {
  name: Bytes;
  sign: Sign;
}

type AuthorLabel = typeof labels.recordAuthor | typeof labels.tombstoneAuthor | typeof labels.recordResealer;

const noChain: AuthorChain = { counter: 0, previous: new Uint8Array(32) };
const noHeader = new Uint8Array(0);

/** Imports an account's signing key. */
export const recordSigner = async ({ seeds, cert }: AccountKeys): Promise<RecordSigner> => ({
  name: await fingerprint(cert),
  sign: await signerOf(seeds.ed25519),
});

function writeU64(view: DataView, offset: number, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new CryptoError('malformed', `a number is not safe: ${value}`);
  view.setUint32(offset, Math.floor(value / 2 ** 32));
  view.setUint32(offset + 4, value % 2 ** 32);
}

function readU64(view: DataView, offset: number): number {
  const value = view.getUint32(offset) * 2 ** 32 + view.getUint32(offset + 4);
  if (!Number.isSafeInteger(value)) throw new CryptoError('malformed', 'a number is too large');
  return value;
}

/** Returns the bytes that a signature covers. */
function signedBytes(
  label: AuthorLabel,
  place: RecordPlace,
  { by, head }: Pick<Authorship, 'by' | 'head'>,
  content: Bytes,
  { counter, previous }: AuthorChain = noChain,
): Bytes {
  if (by.length !== nameSize || head.hash.length !== 32 || previous.length !== 32)
    throw new CryptoError('malformed', 'an author, a head or a chain is malformed');
  const context = recordAssociatedData(label, noHeader, place);
  const out = new Uint8Array(context.length + 136 + content.length);
  const view = new DataView(out.buffer);
  out.set(context);
  let at = context.length;
  writeU64(view, at, place.generation);
  view.setUint32(at + 8, nameSize);
  out.set(by, at + 12);
  writeU64(view, at + 44, head.seq);
  view.setUint32(at + 52, 32);
  out.set(head.hash, at + 56);
  writeU64(view, at + 88, counter);
  view.setUint32(at + 96, 32);
  out.set(previous, at + 100);
  view.setUint32(at + 132, content.length);
  at += 136;
  out.set(content, at);
  return out;
}

/** Returns `by | seq | head | signature`. */
function authorshipBytes({ by, head, signature }: Authorship): Bytes {
  const out = new Uint8Array(authorshipSize);
  out.set(by);
  writeU64(new DataView(out.buffer), nameSize, head.seq);
  out.set(head.hash, nameSize + 8);
  out.set(signature, nameSize + 40);
  return out;
}

const chainBytes = ({ counter, previous }: AuthorChain): Bytes => concat(u64(counter), previous);

/** Signs content as its author. The answer is what `sealRecord` takes. @throws CryptoError malformed */
export async function signRecord(
  signer: RecordSigner,
  place: RecordPlace,
  head: LogHead,
  content: Bytes,
  chain?: AuthorChain,
): Promise<Bytes> {
  const who = { by: signer.name, head };
  const signature = await signer.sign(signedBytes(labels.recordAuthor, place, who, content, chain));
  const author = authorshipBytes({ ...who, signature });
  if (!chain) return concat(new Uint8Array([0]), author, content);
  return concat(new Uint8Array([chained]), author, chainBytes(chain), content);
}

/** Signs that a record is deleted. The answer is what `sealTombstone` takes. @throws CryptoError malformed */
export async function signTombstone(signer: RecordSigner, place: RecordPlace, head: LogHead): Promise<Bytes> {
  const who = { by: signer.name, head };
  const signature = await signer.sign(signedBytes(labels.tombstoneAuthor, place, who, noHeader));
  return concat(new Uint8Array([0]), authorshipBytes({ ...who, signature }));
}

/**
 * Signs that somebody else's record now lies in another place, or at another version. `signed`: the author's part;
 * `origin`: where they wrote it. The answer is what `sealRecord` takes. @throws CryptoError malformed
 */
export async function resealRecord(
  signer: RecordSigner,
  place: RecordPlace,
  head: LogHead,
  { author, chain, content }: Pick<SignedContent, 'author' | 'chain' | 'content'>,
  { origin, added }: Pick<Reseal, 'origin' | 'added'>,
): Promise<Bytes> {
  const who = { by: signer.name, head };
  const written = signedBytes(labels.recordAuthor, { ...place, ...origin }, author, content, chain);
  const covered = lp(written, author.signature, added);
  const signature = await signer.sign(signedBytes(labels.recordResealer, place, who, covered));
  return concat(
    new Uint8Array([resealed | (chain ? chained : 0)]),
    authorshipBytes(author),
    ...(chain ? [chainBytes(chain)] : []),
    authorshipBytes({ ...who, signature }),
    ...[u64(origin.version), u64(origin.generation)],
    lp(origin.scopeId, canonicalRefs(origin.refs), added),
    content,
  );
}

/** Reads one part after the other. */
class Reader {
  readonly #bytes: Bytes;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  take(size: number): Bytes {
    const end = this.#at + size;
    if (end > this.#bytes.length) throw new CryptoError('malformed', 'the signed content is too short');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  u64(): number {
    const { byteOffset } = this.take(8);
    return readU64(this.#view, byteOffset - this.#bytes.byteOffset);
  }

  lp(): Bytes {
    const { byteOffset } = this.take(4);
    return this.take(this.#view.getUint32(byteOffset - this.#bytes.byteOffset));
  }

  authorship(): Authorship {
    const by = this.take(nameSize);
    const head = { seq: this.u64(), hash: this.take(32) };
    return { by, head, signature: this.take(64) };
  }

  rest(): Bytes {
    return this.take(this.#bytes.length - this.#at);
  }
}

/** Takes signed content apart without verifying it; its parts are views of the bytes. Throws `malformed`. */
export function readSigned(signed: Bytes): SignedContent {
  const reader = new Reader(signed);
  const flags = reader.take(1)[0]!;
  if (flags > (chained | resealed))
    throw new CryptoError('malformed', 'the signed content has unknown parts');
  const author = reader.authorship();
  const chain = flags & chained ? { counter: reader.u64(), previous: reader.take(32) } : undefined;
  if (chain?.counter === 0) throw new CryptoError('malformed', 'a chain is counted from 1');
  const reseal = flags & resealed ? readReseal(reader) : undefined;
  return { author, chain, reseal, content: reader.rest() };
}

function readReseal(reader: Reader): Reseal {
  const resealer = reader.authorship();
  const [version, generation] = [reader.u64(), reader.u64()];
  const [scopeId, text] = [reader.lp(), reader.lp()].map((part) =>
    parsing('the origin', () => fromUtf8(part)),
  );
  const refs = parsing('the origin', () => JSON.parse(text!) as Refs);
  // One spelling, so that the same place is the same bytes.
  if (canonicalRefs(refs) !== text) throw new CryptoError('malformed', "the origin's refs are malformed");
  return { resealer, origin: { version, generation, scopeId: scopeId!, refs }, added: reader.lp() };
}

/** A signature to be verified. */
export interface SignatureCheck {
  by: Bytes;
  message: Bytes;
  signature: Bytes;
}

/**
 * Returns the signatures that a record must bear: its author's, and that of whoever sealed it anew. `place`: where it
 * lies. @throws CryptoError malformed
 */
export function recordChecks(signed: SignedContent, place: RecordPlace): SignatureCheck[] {
  const { author, chain, reseal, content } = signed;
  const origin = reseal ? { ...place, ...reseal.origin } : place;
  const message = signedBytes(labels.recordAuthor, origin, author, content, chain);
  const written = { by: author.by, message, signature: author.signature };
  if (!reseal) return [written];
  const { resealer, added } = reseal;
  const covered = lp(message, author.signature, added);
  const { by, signature } = resealer;
  return [written, { by, signature, message: signedBytes(labels.recordResealer, place, resealer, covered) }];
}

/**
 * Returns the checks, as `recordChecks`, of a tombstone: a deletion is its author's alone, and says nothing
 * else.
 */
export function tombstoneChecks(signed: SignedContent, place: RecordPlace): SignatureCheck[] {
  const { author, chain, reseal, content } = signed;
  if (chain || reseal || content.length > 0)
    throw new CryptoError('malformed', 'a tombstone says that a record is deleted and no more');
  const message = signedBytes(labels.tombstoneAuthor, place, author, content);
  return [{ by: author.by, message, signature: author.signature }];
}

/** Verifies signatures with the keys of those who made them; false for each that does not hold. */
export const verifyAll = (
  checks: readonly SignatureCheck[],
  keyOf: (by: Bytes) => Verify,
): Promise<boolean[]> =>
  Promise.all(checks.map(({ by, message, signature }) => keyOf(by)(message, signature)));

/** Returns the hash of a chained record: what its author's next one names as `previous`. It outlasts a new seal. */
export function chainHash(signed: SignedContent, place: RecordPlace): Promise<Bytes> {
  const [{ message, signature }] = recordChecks(signed, place) as [SignatureCheck];
  return sha256(lp(message, signature));
}
