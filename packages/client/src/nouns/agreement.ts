/**
 * The data-processing agreement with whoever runs the server. It is signed as any document: by a request among the admins'
 * records, in whose scope nothing else is signed, over the very bytes that the server offers. Other bytes are another version.
 */
import type { Signing } from '@kontor/contract/nouns/signing';
import type { Replica } from '../replica/replica.ts';
import { type Answer, signingState } from './signing.ts';
import { askToSign, type SignedFile, type SigningAct, SigningError } from './signingActs.ts';

/** A request about an agreement, with the owner's answer where they signed it. */
export interface AskedAgreement {
  request: Signing;
  signature: Answer | undefined;
}

/**
 * Returns the requests about agreements of all versions that were signed, or wait for the owner, the newest first. What waits for
 * somebody who passed the workspace on is asked of its owner anew.
 */
export const agreementsIn = (
  replica: Pick<Replica, 'collections' | 'scopeOf' | 'log'>,
  at: number,
): AskedAgreement[] =>
  replica.collections.signing
    .where('scopeId', replica.scopeOf('admins'))
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .flatMap((request) => {
      const { status, isForged, signers } = signingState(replica.collections, request, at);
      const isOwners = replica.log.get()?.members.get(request.askerId)?.isOwner === true;
      if (isForged) return [];
      if (status === 'finished') return { request, signature: signers[0]!.answer };
      return status === 'waiting' && isOwners ? { request, signature: undefined } : [];
    });

interface NewAgreement {
  /** The PDF, as it was stored. */
  file: Omit<SignedFile, 'name' | 'scopeId'>;
  name: string;
  /** Of the PDF's bytes, base64url. */
  sha256: string;
  /** As the owner is called. */
  askerName: string;
}

/**
 * Lays an agreement before the owner, who asks themselves to sign it. Returns the request's id.
 * @throws SigningError not-own for others
 */
export function askForAgreement(
  replica: Replica,
  { file, name, sha256, askerName }: NewAgreement,
  { userId, at }: SigningAct,
): string {
  if (!replica.log.get()?.members.get(userId)?.isOwner) throw new SigningError('not-own');
  const document = { ...file, name, scopeId: replica.scopeOf('admins') };
  const signers = [{ userId, name: askerName }];
  return askToSign(
    replica,
    { askerName, document, sha256, signers, fields: [], isOrdered: false },
    { userId, at },
  );
}
