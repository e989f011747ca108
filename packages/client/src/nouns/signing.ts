/**
 * Requests to sign a document, and their answers, as the records prove them. Here they are held against each other: that their
 * authors signed them the vault has verified, or, of a file from elsewhere, `signedDocument.ts`.
 */

import {
  type Signing,
  type SigningAnswer,
  type SigningOpening,
  signingAnswerId,
} from '@kontor/contract/nouns/signing';
import { dayOf } from '@kontor/contract/time/day';
import { ifCanonical } from '@kontor/contract/wire/bytes';
import { signingHash } from '@kontor/crypto/signingHash';
import type { Collections } from '../replica/collections.ts';

/** The facts of a request that signers agree to: all but what its withdrawal changes. */
export type Request = Omit<
  Signing,
  'scopeId' | 'version' | 'updatedAt' | 'fileKey' | 'blobId' | 'parts' | 'blobs' | 'notifyIds'
> &
  Partial<Pick<Signing, 'version'>>;
/** An answer as its signer wrote it. */
export type Answer = Omit<SigningAnswer, 'scopeId' | 'version' | 'updatedAt' | 'notifyIds'>;

const requestFields = [
  'askerId',
  'askerName',
  'signerIds',
  'documentId',
  'name',
  'size',
  'sha256',
  'message',
  'deadline',
  'isOrdered',
  'signers',
  'fields',
  'createdAt',
] as const satisfies (keyof Request)[];

const answerFields = [
  'signingId',
  'userId',
  'outcome',
  'sha256',
  'statement',
  'name',
  'fingerprint',
  'openedAt',
  'signedAt',
  'previous',
  'reason',
  'mark',
  'initials',
  'values',
] as const satisfies (keyof Answer)[];

function hashOf(
  noun: 'signing' | 'signingAnswer',
  record: { readonly id: string },
  fields: readonly string[],
): string | undefined {
  const values = record as unknown as Record<string, unknown>;
  const stated = fields.filter((key) => values[key] !== undefined);
  const statement = Object.fromEntries(stated.map((key) => [key, values[key]]));
  return ifCanonical(() => signingHash(noun, record.id, statement));
}

/**
 * Returns the hash of a request that its answers name; undefined of one that no client writes, which nobody can answer: with a
 * number that is not whole, or of no bytes.
 */
export const requestHash = (request: Request): string | undefined =>
  request.size >= 1 ? hashOf('signing', request, requestFields) : undefined;

/** Returns the hash of an answer that later ones name; undefined where it has a number that is not whole, which counts for nothing. */
export const answerHash = (answer: Answer): string | undefined =>
  hashOf('signingAnswer', answer, answerFields);

/**
 * The fault of an answer, which therefore counts for nothing.
 * - `forged`: somebody else wrote it.
 * - `stranger`: its signer was not asked.
 * - `document`: it is about other bytes than the request.
 * - `request`: it answers another request, or one that says something else, or one that nobody can answer.
 * - `chain`: it names an answer that is missing, or says something else now.
 * - `order`: it came before its turn.
 * - `shape`: it has no hash, or, of a file alone, since devices fill that in, lacks something that an answer says or says it as no
 *   answer does.
 */
export type AnswerFault = 'forged' | 'stranger' | 'document' | 'request' | 'chain' | 'order' | 'shape';

/** A signer and what is known of them. */
export interface SignerState {
  userId: string;
  name: string;
  /** The answer, if it counts. */
  answer?: Answer;
  fault?: AnswerFault;
  /** They may answer now, by the order. */
  isNext: boolean;
}

export type SigningStatus = 'waiting' | 'finished' | 'declined' | 'expired' | 'withdrawn';

/** The facts that are known of a request. */
export interface SigningState {
  status: SigningStatus;
  signers: readonly SignerState[];
  /** The number of those who have signed. */
  signed: number;
  /** Somebody else than who asked wrote the request, so that nobody should sign it. */
  isForged: boolean;
  /** Answers of people who were not asked. */
  strangers: readonly Answer[];
}

/** Returns what is wrong with an answer, beside the others; undefined where nothing is. */
export function signingFault(
  request: Request,
  answer: Answer,
  answers: readonly Answer[],
): AnswerFault | undefined {
  const at = request.signers.findIndex(({ userId }) => userId === answer.userId);
  if (at < 0) return 'stranger';
  if ((answer.authorId ?? answer.userId) !== answer.userId) return 'forged';
  if (answer.signingId !== request.id || answer.id !== signingAnswerId(request.id, answer.userId))
    return 'request';
  if (answer.sha256 !== request.sha256) return 'document';
  const [first, ...before] = answer.previous;
  const asked = requestHash(request);
  if (asked === undefined || first !== asked) return 'request';
  if (answerHash(answer) === undefined) return 'shape';
  const signers = new Map(answers.map((each) => [answerHash(each), each.userId]));
  if (before.some((hash) => !signers.has(hash))) return 'chain';
  const seen = new Set(before.map((hash) => signers.get(hash)));
  const isInTurn = request.signers.slice(0, at).every(({ userId }) => seen.has(userId));
  return request.isOrdered && !isInTurn ? 'order' : undefined;
}

/**
 * Judges a request by its answers.
 * @param today the day by which a deadline is over or not
 * @param isWhole tells whether an answer says all that one does
 */
export function judgeSigning(
  request: Request,
  answers: readonly Answer[],
  today: string,
  isWhole: (answer: Answer) => boolean = () => true,
): SigningState {
  // An admin may withdraw what somebody asked for. What begins as withdrawn was never asked for by them.
  const isWithdrawal = request.withdrawnAt !== undefined && request.version !== 1;
  const isForged = (request.authorId ?? request.askerId) !== request.askerId && !isWithdrawal;
  let isOpen = true;
  const signers = request.signers.map(({ userId, name }): SignerState => {
    const id = signingAnswerId(request.id, userId);
    const found = answers.find((each) => each.id === id && each.userId === userId);
    const fault = found && (signingFault(request, found, answers) ?? (isWhole(found) ? undefined : 'shape'));
    const answer = found && !fault ? { answer: found } : {};
    const isNext = isOpen && !found;
    if (request.isOrdered && (fault || found?.outcome !== 'signed')) isOpen = false;
    return { userId, name, ...answer, ...(fault && { fault }), isNext };
  });
  const outcomes = signers.map(({ answer }) => answer?.outcome);
  const signed = outcomes.filter((outcome) => outcome === 'signed').length;
  const isLate = request.deadline !== undefined && request.deadline < today;
  const status: SigningStatus =
    signed === signers.length && signed > 0
      ? 'finished'
      : request.withdrawnAt !== undefined
        ? 'withdrawn'
        : outcomes.includes('declined')
          ? 'declined'
          : isLate
            ? 'expired'
            : 'waiting';
  const asked = new Set(request.signers.map(({ userId }) => userId));
  const strangers = answers.filter(({ userId }) => !asked.has(userId));
  const waiting = status === 'waiting' && !isForged && requestHash(request) !== undefined;
  return {
    status,
    signed,
    isForged,
    strangers,
    signers: signers.map((each) => ({ ...each, isNext: waiting && each.isNext })),
  };
}

/** Returns what is known of a request. @param at ms */
export function signingState({ signingAnswer }: Collections, request: Signing, at: number): SigningState {
  return judgeSigning(request, signingAnswer.where('signingId', request.id), dayOf(at));
}

/** Returns the openings of a request that their people wrote themselves. */
export const openingsOf = ({ signingOpening }: Collections, { id }: Pick<Request, 'id'>): SigningOpening[] =>
  signingOpening.where('signingId', id).filter(({ authorId, userId }) => (authorId ?? userId) === userId);

/** Returns the newest requests first. */
const newestFirst = (requests: readonly Signing[]): Signing[] =>
  requests.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));

/** Returns the requests that wait for somebody's answer now. */
export const waitingFor = (collections: Collections, userId: string, at: number): Signing[] =>
  newestFirst(collections.signing.where('signerIds', userId)).filter((request) =>
    signingState(collections, request, at).signers.some((each) => each.userId === userId && each.isNext),
  );
