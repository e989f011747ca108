/**
 * Proves who wrote a record. Messages, comments, time entries, documents and share records carry their writer's signature
 * inside the seal, so that nobody in the scope can write in another's name. The signed content, which becomes the
 * content of `sealRecord`:
 *
 *     version u8 = 1 | author 32 (fingerprint) | counter u64 | previous 32 | signature 64 | content
 *
 * Ed25519 over `LP("kontor/record-author/v1") LP(workspaceId) LP(entity) LP(id) LP(parentId) LP(author) u64(counter)
 * LP(previous) LP(content)`. Scope and version are left out, so that a move or a new generation, which somebody else
 * may have to seal, keeps the signature. Counter and previous are zero where the entity has no chain.
 *
 * Of a deleted record the label is `kontor/tombstone-author/v1` and the content `u64(version)`.
 */
import { type Bytes, concat, equalBytes, lp, u64 } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { labels } from '@kontor/contract/wire/labels';
import type { AccountKeys } from './account.ts';
import { certSigningKey, fingerprint } from './cert.ts';
import { CryptoError } from './errors.ts';
import { sha256 } from './primitives/webcrypto.ts';
import { signBytes, verifyBytes } from './signing.ts';

const headSize = 1 + 32 + 8 + 32 + 64;

/** The context that the signature is bound to; `parentId` is empty where the entity has none. */
export interface AuthorContext {
  workspaceId: string;
  entity: string;
  id: string;
  parentId: string;
}

/** An author's place in their own chain of messages of one room: counted from 1, each naming the hash before. */
export interface AuthorChain {
  counter: number;
  /** `signedHash` of the author's message before; 32 zero bytes for the first. */
  previous: Bytes;
}

export interface SignedContent extends AuthorChain {
  /** Fingerprint of the author's certificate: look it up in the member log. */
  author: Bytes;
  signature: Bytes;
  content: Bytes;
}

/** The chain of an entity that has none, and the start of every chain. */
const noChain: AuthorChain = { counter: 0, previous: new Uint8Array(32) };

type AuthorLabel = typeof labels.recordAuthor | typeof labels.tombstoneAuthor;

const message = (
  label: AuthorLabel,
  context: AuthorContext,
  author: Bytes,
  chain: AuthorChain,
  content: Bytes,
): Bytes =>
  concat(
    lp(label, context.workspaceId, context.entity, context.id, context.parentId, author),
    u64(chain.counter),
    lp(chain.previous, content),
  );

/** Signs content as `author`. The answer is what `sealRecord` takes. */
export const signContent = (
  author: AccountKeys,
  context: AuthorContext,
  content: Bytes,
  chain: AuthorChain = noChain,
): Promise<Bytes> => sign(labels.recordAuthor, author, context, content, chain);

/** Signs that a record is deleted at a version. The answer is what `sealTombstone` takes. */
export const signTombstone = (author: AccountKeys, context: AuthorContext, version: number): Promise<Bytes> =>
  sign(labels.tombstoneAuthor, author, context, u64(version), noChain);

async function sign(
  label: AuthorLabel,
  author: AccountKeys,
  context: AuthorContext,
  content: Bytes,
  chain: AuthorChain,
): Promise<Bytes> {
  if (!Number.isSafeInteger(chain.counter) || chain.counter < 0 || chain.previous.length !== 32) {
    throw new CryptoError('malformed', 'the chain is malformed');
  }
  const name = await fingerprint(author.cert);
  const signature = await signBytes(author.seeds.ed25519, message(label, context, name, chain, content));
  return concat(new Uint8Array([1]), name, u64(chain.counter), chain.previous, signature, content);
}

/** Takes signed content apart without verifying it. Throws `malformed` or `unknown-version`. */
export function readSigned(signed: Bytes): SignedContent {
  if (signed.length < headSize) throw new CryptoError('malformed', 'the signed content is too short');
  if (signed[0] !== 1) throw new CryptoError('unknown-version', `signed content of version ${signed[0]}`);
  const counter = Number(new DataView(signed.buffer, signed.byteOffset).getBigUint64(33));
  if (!Number.isSafeInteger(counter)) throw new CryptoError('malformed', 'the counter is too large');
  return {
    author: signed.slice(1, 33),
    counter,
    previous: signed.slice(41, 73),
    signature: signed.slice(73, headSize),
    content: signed.subarray(headSize),
  };
}

/**
 * Throws `not-verified` unless `cert`, the certificate that the member log names for `signed.author`, signed exactly
 * this content in this place.
 */
export const verifyContent = (signed: SignedContent, context: AuthorContext, cert: KeyCert): Promise<void> =>
  verify(labels.recordAuthor, signed, context, cert);

/** As `verifyContent`, of what `signTombstone` made for this version. */
export async function verifyTombstone(
  signed: SignedContent,
  context: AuthorContext,
  version: number,
  cert: KeyCert,
): Promise<void> {
  if (!equalBytes(signed.content, u64(version)))
    throw new CryptoError('not-verified', 'the tombstone is another version’s');
  await verify(labels.tombstoneAuthor, signed, context, cert);
}

async function verify(
  label: AuthorLabel,
  signed: SignedContent,
  context: AuthorContext,
  cert: KeyCert,
): Promise<void> {
  if (!equalBytes(await fingerprint(cert), signed.author)) {
    throw new CryptoError('not-verified', 'the content names another author');
  }
  const bytes = message(label, context, signed.author, signed, signed.content);
  if (!(await verifyBytes(certSigningKey(cert), bytes, signed.signature))) {
    throw new CryptoError('not-verified', "the content does not bear its author's signature");
  }
}

/** SHA-256 over signed content as `signContent` made it: what the author's next message names as `previous`. */
export const signedHash = (signed: Bytes): Promise<Bytes> => sha256(signed);
