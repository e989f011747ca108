/** A record with its author's signature, as files that prove something carry it; `docs/formats.md`, section 12. */
import type { RefValue } from '@kontor/contract/entity/ref';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { Replica } from '../replica/replica.ts';
import { unpackProof } from '../vault/proof.ts';

/** A record as its author signed it. */
export interface SignedRecord {
  noun: string;
  id: string;
  scopeId: string;
  version: number;
  refs: Readonly<Record<string, Readonly<RefValue> | undefined>>;
  /** The bytes that were signed, as text. */
  content: string;
  authorId: string;
  /** The author's head of the member log. */
  seq: number;
  generation: number;
  /** base64url */
  signature: string;
}

/** Returns a record with its signature; undefined while it is on its way to the server. */
export function signedRecord({ evidence, isPending }: Replica, id: string): SignedRecord | undefined {
  const found = isPending(id) ? undefined : evidence(id);
  if (!found?.plain) return undefined;
  // What whoever brought it back from a backup added is not its author's word.
  const { restored: _, ...plain } = found.plain;
  const { seq, generation, signature, origin } = unpackProof(found.proof);
  const { entity: noun, scopeId, version, refs } = found;
  return {
    noun,
    id,
    scopeId,
    version,
    refs,
    ...origin,
    content: JSON.stringify(plain),
    authorId: found.authorId,
    seq,
    generation,
    signature: toBase64Url(signature),
  };
}
