/** Asking people to sign a document, answering, and taking the request back. */

import type { Document } from '@kontor/contract/nouns/document';
import {
  maxSigners,
  type SignatureMark,
  type Signer,
  type Signing,
  type SigningAnswer,
  type SigningField,
  signingAnswerId,
  signingOpeningId,
} from '@kontor/contract/nouns/signing';
import { dayOf } from '@kontor/contract/time/day';
import type { Replica } from '../replica/replica.ts';
import { entryOf } from './entryOf.ts';
import { membersAmong } from './membersAmong.ts';
import { answerHash, openingsOf, requestHash, type SigningState, signingState } from './signing.ts';

/**
 * - `no-signers`: nobody is asked.
 * - `too-many`: a request asks 50 people at most.
 * - `no-content`: there is no file to sign.
 * - `customers`: people of several customers, who read nothing in common.
 * - `not-a-reader`: somebody does not read where the document lies, or has no place here.
 * - `past`: the deadline is over.
 * - `closed`: it is finished, declined, withdrawn, or its deadline is over.
 * - `forged`: somebody else wrote the request in the asker's name.
 * - `not-asked`: one's signature is not asked for, or not yet, or was given; or nobody can answer the request (`requestHash`).
 * - `other-document`: the bytes are others than those that were sent to be signed.
 * - `incomplete`: a place to fill in is empty, or there is no signature, or no reason.
 * - `not-own`: only the asker and admins withdraw a request.
 */
export type SigningFault =
  | 'no-signers'
  | 'too-many'
  | 'no-content'
  | 'customers'
  | 'not-a-reader'
  | 'past'
  | 'closed'
  | 'forged'
  | 'not-asked'
  | 'other-document'
  | 'incomplete'
  | 'not-own';

export class SigningError extends Error {
  readonly fault: SigningFault;

  constructor(fault: SigningFault) {
    super(fault);
    this.name = 'SigningError';
    this.fault = fault;
  }
}

/** By whom, and when (ms). */
export interface SigningAct {
  userId: string;
  at: number;
}

/** The file of a document, or of an agreement that is none. */
export type SignedFile = Pick<Document, 'id' | 'scopeId' | 'name' | 'size' | 'fileKey' | 'blobId' | 'parts'>;

export interface NewSigning {
  /** As the asker is called. */
  askerName: string;
  document: SignedFile;
  /** Of its plaintext bytes, base64url. */
  sha256: string;
  signers: readonly Omit<Signer, 'email'>[];
  fields: readonly SigningField[];
  isOrdered: boolean;
  message?: string | undefined;
  deadline?: string | undefined;
}

/** Returns an active member, as the log has them. */
function memberOf(replica: Replica, userId: string) {
  const member = replica.log.get()?.members.get(userId);
  return member?.status === 'ACTIVE' ? member : undefined;
}

const emailOf = (replica: Replica, userId: string): string => {
  const member = memberOf(replica, userId);
  return (member && entryOf(replica.collections, member)?.email) ?? '';
};

/** Tells whether somebody who works here reads the scope of a document. */
function readsDocument(replica: Replica, scopeId: string, userId: string): boolean {
  const member = memberOf(replica, userId);
  if (!member || member.role === 'CUSTOMER') return false;
  if (scopeId === replica.scopeOf('admins')) return member.role === 'ADMIN';
  const project = replica.collections.project.get(scopeId);
  if (!project || member.role === 'ADMIN' || replica.accessOf(scopeId) === 'open') return true;
  return project.memberIds.includes(userId);
}

/** Tells whether somebody whom a request asks is still here, and reads it. */
export function mayAnswer(replica: Replica, { scopeId }: Pick<Signing, 'scopeId'>, userId: string): boolean {
  const member = memberOf(replica, userId);
  return member?.role === 'CUSTOMER'
    ? member.customerId === scopeId
    : readsDocument(replica, scopeId, userId);
}

/**
 * Returns the scope in which a request lies: the document's own or, with a customer's people among the signers, the
 * customer's, which everybody who works here reads. @throws SigningError too-many, customers, not-a-reader
 */
export function scopeOfSigning(
  replica: Replica,
  document: Pick<Document, 'scopeId'>,
  signerIds: readonly string[],
): string {
  if (signerIds.length > maxSigners) throw new SigningError('too-many');
  const members = signerIds.map((userId) => memberOf(replica, userId));
  const customers = new Set(
    members.flatMap((member) => (member?.role === 'CUSTOMER' ? (member.customerId ?? []) : [])),
  );
  if (customers.size > 1) throw new SigningError('customers');
  const [customerId] = customers;
  const reads = (userId: string, i: number) =>
    customerId === undefined ? readsDocument(replica, document.scopeId, userId) : members[i] !== undefined;
  if (!signerIds.every(reads)) throw new SigningError('not-a-reader');
  return customerId ?? document.scopeId;
}

/**
 * Asks people to sign a file. Returns the request's id.
 * @throws SigningError no-signers, too-many, no-content, past, customers, not-a-reader
 */
export function askToSign(replica: Replica, asked: NewSigning, { userId, at }: SigningAct): string {
  const { askerName, document, sha256, signers, fields, isOrdered, message, deadline } = asked;
  const { id: documentId, name, size, fileKey, blobId, parts } = document;
  const signerIds = [...new Set(signers.map((signer) => signer.userId))];
  if (signerIds.length === 0 || signerIds.length < signers.length) throw new SigningError('no-signers');
  if (!size || !fileKey || !blobId) throw new SigningError('no-content');
  if (deadline !== undefined && deadline < dayOf(at)) throw new SigningError('past');
  const scopeId = scopeOfSigning(replica, document, signerIds);
  const file = { documentId, name, size, sha256, fileKey, blobId, parts };
  return replica.create('signing', scopeId, {
    askerId: userId,
    askerName,
    signerIds,
    ...file,
    isOrdered,
    createdAt: at,
    signers: signers.map(({ userId: id, name }) => ({ userId: id, name, email: emailOf(replica, id) })),
    fields: fields.filter((field) => signerIds.includes(field.userId)),
    ...(message?.trim() && { message: message.trim() }),
    ...(deadline !== undefined && { deadline }),
  }).id;
}

/** Returns the document of a request, as downloads take it: the file that was sent, whatever became of the document. */
export const signingFile = (request: Signing): Document => {
  const { documentId, askerId, createdAt, name, size, fileKey, blobId, parts, blobs } = request;
  const content = { size, fileKey, blobId, parts, blobs, mimeType: 'application/pdf' };
  const place = { scopeId: request.scopeId, version: request.version, updatedAt: request.updatedAt };
  return {
    ...place,
    id: documentId,
    nameTag: '',
    kind: 'file',
    name,
    ...content,
    createdBy: askerId,
    createdAt,
  };
};

/** The facts that somebody agrees to or refuses with their signature. */
export interface Consent extends SigningAct {
  /** Of the bytes that were read, base64url. */
  sha256: string;
  /** The sentence that they agreed to. */
  statement: string;
  name: string;
}

interface Signed {
  mark: SignatureMark;
  initials?: string | undefined;
  values: Readonly<Record<string, string>>;
}

/** Returns what the signer has to do yet before they can sign. */
export function missingIn(
  request: Pick<Signing, 'fields'>,
  userId: string,
  { mark, initials, values }: Partial<Signed>,
): ('mark' | 'initials' | 'text')[] {
  const own = request.fields.filter((field) => field.userId === userId);
  const isEmpty =
    mark === undefined || ('typed' in mark ? mark.typed.trim() === '' : mark.strokes.flat().length < 4);
  const lacks = (kind: string, isThere: (id: string) => boolean) =>
    own.some((field) => field.kind === kind && !isThere(field.id));
  return [
    ...(isEmpty ? (['mark'] as const) : []),
    ...(lacks('initials', () => Boolean(initials?.trim())) ? (['initials'] as const) : []),
    ...(lacks('text', (id) => Boolean(values?.[id]?.trim())) ? (['text'] as const) : []),
  ];
}

/** Notes that a signer's device showed them the document: once, while their answer is asked for. */
export function recordOpening(replica: Replica, signingId: string, { userId, at }: SigningAct): void {
  const { collections } = replica;
  const request = collections.signing.get(signingId);
  if (!request || openingsOf(collections, request).some((opening) => opening.userId === userId)) return;
  const { status, isForged, signers } = signingState(collections, request, at);
  const isAsked = signers.some((signer) => signer.userId === userId && !signer.answer && !signer.fault);
  if (status !== 'waiting' || isForged || !isAsked) return;
  const id = signingOpeningId(signingId, userId);
  // An admin's program may have written one in their name.
  if (collections.signingOpening.get(id)) return;
  replica.create('signingOpening', request.scopeId, { id, signingId, userId, openedAt: at });
}

/** Returns what stands of a request that somebody may answer now. @throws SigningError */
function assertNext(replica: Replica, request: Signing, { userId, at, sha256 }: Consent): SigningState {
  const state = signingState(replica.collections, request, at);
  if (state.isForged) throw new SigningError('forged');
  if (state.status !== 'waiting') throw new SigningError('closed');
  if (!state.signers.some((signer) => signer.userId === userId && signer.isNext))
    throw new SigningError('not-asked');
  if (sha256 !== request.sha256) throw new SigningError('other-document');
  return state;
}

const requestOf = ({ collections }: Replica, signingId: string): Signing => {
  const request = collections.signing.get(signingId);
  if (!request) throw new SigningError('closed');
  return request;
};

/** Returns the people who are to hear of an answer: the asker, who is next, and all of them once it is over. Who left does not. */
function hearersOf(
  replica: Replica,
  request: Signing,
  { signers }: SigningState,
  userId: string,
  outcome: string,
): string[] {
  const open = signers.filter(({ answer, ...signer }) => signer.userId !== userId && !answer);
  const isOver = outcome === 'declined' || open.length === 0;
  const told = isOver ? signers : request.isOrdered ? open.slice(0, 1) : [];
  const ids = new Set([request.askerId, ...told.map((signer) => signer.userId)]);
  return membersAmong(replica, ids).filter((id) => id !== userId);
}

/** Returns the part of an answer that binds it to the request, to those before it and to the signer's key. */
function bound(replica: Replica, request: Signing, consent: Consent, outcome: SigningAnswer['outcome']) {
  const state = assertNext(replica, request, consent);
  const { signers } = state;
  const { userId, at: signedAt, sha256, statement, name } = consent;
  const fingerprint = memberOf(replica, userId)?.certKey ?? '';
  const before = signers.flatMap(({ answer }) => (answer ? [answerHash(answer)!] : []));
  const previous = [requestHash(request)!, ...before];
  const id = signingAnswerId(request.id, userId);
  const notifyIds = hearersOf(replica, request, state, userId, outcome);
  const opening = openingsOf(replica.collections, request).find((each) => each.userId === userId);
  return {
    id,
    signingId: request.id,
    userId,
    notifyIds,
    outcome,
    sha256,
    statement,
    name,
    fingerprint,
    signedAt,
    previous,
    ...(opening && { openedAt: opening.openedAt }),
  };
}

/** Signs. @throws SigningError forged, closed, not-asked, other-document, incomplete */
export function sign(
  replica: Replica,
  signingId: string,
  { mark, initials, values, ...consent }: Consent & Signed,
): void {
  const request = requestOf(replica, signingId);
  const answer = bound(replica, request, consent, 'signed');
  if (missingIn(request, consent.userId, { mark, initials, values }).length > 0)
    throw new SigningError('incomplete');
  replica.create('signingAnswer', request.scopeId, {
    ...answer,
    mark,
    values: { ...values },
    ...(initials?.trim() && { initials: initials.trim() }),
  });
}

/** Refuses to sign, with a reason. @throws SigningError forged, closed, not-asked, other-document, incomplete */
export function decline(replica: Replica, signingId: string, reason: string, consent: Consent): void {
  const request = requestOf(replica, signingId);
  const answer = bound(replica, request, consent, 'declined');
  if (!reason.trim()) throw new SigningError('incomplete');
  replica.create('signingAnswer', request.scopeId, { ...answer, reason: reason.trim(), values: {} });
}

/** Takes a request back that still waits. @throws SigningError not-own, closed */
export function withdraw(replica: Replica, signingId: string, why: string, { userId, at }: SigningAct): void {
  const request = requestOf(replica, signingId);
  if (request.askerId !== userId && memberOf(replica, userId)?.role !== 'ADMIN')
    throw new SigningError('not-own');
  if (signingState(replica.collections, request, at).status !== 'waiting') throw new SigningError('closed');
  const withdrawnWhy = why.trim() || undefined;
  const concerned = new Set([request.askerId, ...request.signerIds]);
  const notifyIds = [...concerned].filter((id) => id !== userId);
  replica.update('signing', signingId, { withdrawnAt: at, notifyIds, ...(withdrawnWhy && { withdrawnWhy }) });
}
