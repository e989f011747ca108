/**
 * The data-processing agreement with whoever runs the server. It is signed as any document: by a request among the admins'
 * records, in whose scope nothing else is signed, over the very bytes that the server offers. Other bytes are another version.
 */
import type { Signing } from '@kontor/contract/nouns/signing';
import type { Replica } from '../replica/replica.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fileHash } from './signedDocument.ts';
import { signingState } from './signing.ts';
import { askToSign, type SigningAct, SigningError } from './signingActs.ts';

/** Returns the requests about agreements of all versions that were signed, or wait to be, the newest first. */
export const agreementsIn = (replica: Pick<Replica, 'collections' | 'scopeOf'>, at: number): Signing[] =>
  replica.collections.signing
    .where('scopeId', replica.scopeOf('admins'))
    .filter((request) => {
      const { status, isForged } = signingState(replica.collections, request, at);
      return !isForged && (status === 'finished' || status === 'waiting');
    })
    .toSorted((a, b) => b.createdAt - a.createdAt);

interface NewAgreement {
  pdf: Uint8Array<ArrayBuffer>;
  /** The file's name. */
  name: string;
  /** As the owner is called. */
  askerName: string;
}

/**
 * Lays an agreement before the owner, who asks themselves to sign it. Returns the request's id.
 * @throws SigningError not-own for others; what the transport throws
 */
export async function askForAgreement(
  workspace: Workspace,
  { pdf, name, askerName }: NewAgreement,
  { userId, at }: SigningAct,
  signal: AbortSignal,
): Promise<string> {
  if (!workspace.log.get()?.members.get(userId)?.isOwner) throw new SigningError('not-own');
  const file = await (await workspace.files()).store(pdf, signal);
  const document = { ...file, name, scopeId: workspace.scopeOf('admins') };
  const signers = [{ userId, name: askerName }];
  const asked = { askerName, document, sha256: await fileHash(pdf), signers, fields: [], isOrdered: false };
  return askToSign(workspace, asked, { userId, at });
}
