/**
 * A document that people are asked to sign, and what each of them answered. Both are believed by their authors' signatures;
 * every answer names the hashes of the request and of all answers that stood before it, so that none of them can be dropped,
 * changed or put into another order afterwards. `docs/formats.md` says what the hashes cover.
 */
import { entity, type Open } from '../entity/entity.ts';
import { data, day, flag, id, instant, number, oneOf, text } from '../entity/field.ts';
import { idMarks, idOfTwo } from '../entity/markedId.ts';
import { blobs, ref, refs } from '../entity/ref.ts';
import { isCanonical } from '../wire/bytes.ts';
import { type FilePart, isParts } from './document.ts';

/** Somebody who is asked to sign, as they were known then. */
export interface Signer {
  userId: string;
  name: string;
  /** As their directory entry has it; empty where there was none. */
  email: string;
}

export const signingFieldKinds = ['signature', 'initials', 'date', 'text'] as const;
export type SigningFieldKind = (typeof signingFieldKinds)[number];

/** The parts of a page's width or height in which places are counted, from its top left corner. */
export const pageParts = 10_000;

/** A place on a page that a signer fills in. Whole numbers of `pageParts`. */
export interface SigningField {
  id: string;
  userId: string;
  kind: SigningFieldKind;
  /** From 0. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The look of a signature: a typed name, or strokes `[x, y, x, y, …]` in a square of `pageParts`, half as high as wide. */
export type SignatureMark = { typed: string } | { strokes: number[][] };

const isText = (value: unknown): value is string => typeof value === 'string';
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value);
/** Tells if a value is a list that can be hashed, as what answers are given to has to be. */
const isListOf = (value: unknown, accepts: (each: never) => boolean): boolean =>
  Array.isArray(value) && value.every((each) => accepts((each ?? {}) as never)) && isCanonical(value);

const isSigner = ({ userId, name, email }: Partial<Signer>) => [userId, name, email].every(isText);
const isPlace = ({ page, x, y, width, height }: Partial<SigningField>) =>
  [page, x, y, width, height].every((part) => isWhole(part) && part! >= 0);
const isField = (field: Partial<SigningField>) =>
  isText(field.id) && isText(field.userId) && signingFieldKinds.includes(field.kind!) && isPlace(field);

/** Returns true if a value is the look of a signature. */
export const isMark = (value: unknown): value is SignatureMark => {
  const { typed, strokes } = (value ?? {}) as { typed?: unknown; strokes?: unknown };
  const isLook = isText(typed)
    ? strokes === undefined
    : isListOf(strokes, (stroke: unknown) => Array.isArray(stroke) && stroke.every(isWhole));
  return isLook && isCanonical(value);
};

const isValues = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText);
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/** With the admins lie the agreements with whoever runs the server. */
const signingScopes = ['project', 'staff', 'customer', 'admins'] as const;

/** Most characters of the text that somebody writes into a field. */
export const maxFieldText = 200;

/** Most characters of a name that is typed as a signature. */
export const maxTypedSignature = 80;

/** Most people whom one request asks: it names them all, and a record names 100 at most. */
export const maxSigners = 50;

/**
 * Asks people to sign the bytes of a file. It lies where its readers are: in the document's own scope or, where a customer's
 * people are among the signers, in the customer's. It lists the file's parts itself, so that what was signed stays, whatever
 * becomes of the document. Only its withdrawal changes it.
 */
export const signing = entity('signing', {
  scopes: signingScopes,
  owner: 'askerId',
  written: 'once',
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'own', delete: 'ADMIN' },
  title: ['name'],
  searched: ['message'],
  indexes: ['documentId', 'signerIds'],
  groups: { withdrawal: ['withdrawnAt', 'withdrawnWhy'] },
  refs: {
    askerId: ref('user'),
    /** The people who are to hear of it. */
    signerIds: refs('user'),
    /** Those who are to hear that it was withdrawn. */
    notifyIds: refs('user'),
    blobs: blobs(),
  },
  sealed: {
    documentId: id(),
    /** As who asks was called then. */
    askerName: text(200),
    /** Of the file, as it was called then. */
    name: text(255),
    /** Plaintext bytes. */
    size: number(),
    /** Of these bytes, base64url. */
    sha256: text(43),
    fileKey: text(64),
    blobId: id(),
    parts: data<FilePart[]>([], isParts),
    message: text(2_000).optional(),
    /** The last day on which it may be signed. */
    deadline: day().optional(),
    /** One after the other, as `signers` has them. */
    isOrdered: flag(),
    signers: data<Signer[]>([], (value) => isListOf(value, isSigner)),
    fields: data<SigningField[]>([], (value) => isListOf(value, isField)),
    createdAt: instant(),
    withdrawnAt: instant().optional(),
    withdrawnWhy: text(500).optional(),
  },
});
export type Signing = Open<typeof signing>;

/** Derives the id of somebody's answer to a request, so that there is one at most. */
export const signingAnswerId = (signingId: string, userId: string): string =>
  idOfTwo(signingId, userId, idMarks.signingAnswer);

/** Derives the id of somebody's opening of a request, so that there is one at most. */
export const signingOpeningId = (signingId: string, userId: string): string =>
  idOfTwo(signingId, userId, idMarks.signingOpening);

/** Somebody's answer to a request: signed, or declined. Only their own counts, and it is never changed. */
export const signingAnswer = entity('signingAnswer', {
  scopes: signingScopes,
  id: {
    mark: idMarks.signingAnswer,
    refs: ({ signingId, userId }) => signingAnswerId(String(signingId), String(userId)),
  },
  within: ['signingId'],
  isMoot: false,
  owner: 'userId',
  written: 'once',
  isInArchive: false,
  rights: { create: 'own', update: 'ADMIN', delete: 'ADMIN' },
  indexes: ['signingId'],
  refs: {
    signingId: ref('signing'),
    userId: ref('user'),
    /** The people who are to hear of it: whoever asked, who is next, and all of them once it is over. */
    notifyIds: refs('user'),
  },
  sealed: {
    outcome: oneOf(['signed', 'declined']),
    /** Of the bytes that were signed, as the signer's device computed it, base64url. */
    sha256: text(43),
    /** The sentence that was agreed to. */
    statement: text(1_000),
    name: text(200),
    /** Of the signer's certificate, base64url. */
    fingerprint: text(43),
    /** When the signer's device first showed them the document. */
    openedAt: instant().optional(),
    signedAt: instant(),
    /** The hash of the request, then those of the answers that stood, base64url. */
    previous: data<string[]>([], isTexts),
    /** Why it was declined. */
    reason: text(500).optional(),
    mark: data<SignatureMark | undefined>(undefined, isMark).optional(),
    initials: text(10).optional(),
    /** The texts of fields, by their ids. A longer one reads as it was signed: without it the answer would say something else. */
    values: data<Record<string, string>>({}, isValues),
  },
});
export type SigningAnswer = Open<typeof signingAnswer>;

/** A signer's word that their device showed them the document; only their own counts. */
export const signingOpening = entity('signingOpening', {
  scopes: signingScopes,
  id: {
    mark: idMarks.signingOpening,
    refs: ({ signingId, userId }) => signingOpeningId(String(signingId), String(userId)),
  },
  within: ['signingId'],
  isMoot: true,
  owner: 'userId',
  isInArchive: false,
  rights: { create: 'own', update: 'ADMIN', delete: 'ADMIN' },
  indexes: ['signingId'],
  refs: { signingId: ref('signing'), userId: ref('user') },
  sealed: { openedAt: instant() },
});
export type SigningOpening = Open<typeof signingOpening>;

/** Reminds signers of a request. Only its asker's counts; that it happened stays in the request's history. */
export const signingReminder = entity('signingReminder', {
  scopes: signingScopes,
  within: ['signingId'],
  isMoot: true,
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'ADMIN', delete: 'ADMIN' },
  indexes: ['signingId'],
  refs: { signingId: ref('signing'), notifyIds: refs('user') },
  sealed: { createdAt: instant() },
});
export type SigningReminder = Open<typeof signingReminder>;

/** The look of somebody's signature, kept to be offered the next time. */
export const keptSignature = entity('keptSignature', {
  scopes: ['personal'],
  rights: { create: 'CUSTOMER', update: 'CUSTOMER', delete: 'CUSTOMER' },
  refs: {},
  sealed: { mark: data<SignatureMark>({ typed: '' }, isMark) },
});
