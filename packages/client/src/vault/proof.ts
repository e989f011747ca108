/**
 * An author's signature as the replica keeps it beside a record, in one short text, since there is one for each record:
 * `seq.generation.signature`, and behind a third point, as JSON, what few records have: the place where it was written,
 * where somebody else sealed it anew, and its place in a chain.
 */
import type { RefValue } from '@kontor/contract/entity/ref';
import { type Bytes, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { AuthorChain, Origin, SignedContent } from '@kontor/crypto/authorSignature';

export interface Proof {
  /** The author's head of the member log. */
  seq: number;
  generation: number;
  signature: Bytes;
  /** Where it was written, where that is another place than its own. */
  origin?: Omit<Origin, 'generation'>;
  chain?: AuthorChain;
}

interface Rest {
  origin?: { scopeId: string; version: number; refs: Record<string, RefValue> };
  chain?: { counter: number; previous: string };
}

/** Packs the author's part of signed content; `generation` is that of the key which it lies under. */
export function packProof({ author, reseal, chain }: SignedContent, generation: number): string {
  const { head, signature } = author;
  const origin = reseal?.origin;
  const own = `${head.seq}.${origin?.generation ?? generation}.${toBase64Url(signature)}`;
  if (!origin && !chain) return own;
  const { scopeId, version, refs } = origin ?? {};
  const rest = {
    ...(origin && { origin: { scopeId, version, refs } }),
    ...(chain && { chain: { counter: chain.counter, previous: toBase64Url(chain.previous) } }),
  };
  return `${own}.${JSON.stringify(rest)}`;
}

/** Unpacks what `packProof` made. */
export function unpackProof(text: string): Proof {
  const [seq, generation, signature, ...parts] = text.split('.');
  const { origin, chain }: Rest = parts.length > 0 ? JSON.parse(parts.join('.')) : {};
  return {
    seq: Number(seq),
    generation: Number(generation),
    signature: fromBase64Url(signature!),
    ...(origin && { origin }),
    ...(chain && { chain: { counter: chain.counter, previous: fromBase64Url(chain.previous) } }),
  };
}
