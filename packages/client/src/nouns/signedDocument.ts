/**
 * A request to sign with its answers as a file that proves itself, and its verification with no server and nobody signed in.
 * `tools/verify_signature.py` does the same in another language; `docs/formats.md`, section 13, has the format.
 */

import { type Entity, readValues } from '@kontor/contract/entity/entity';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { certIn } from '@kontor/contract/memberLog/entryParts';
import { foldLog } from '@kontor/contract/memberLog/fold';
import { hashAt, memberAt } from '@kontor/contract/memberLog/history';
import { LogError } from '@kontor/contract/memberLog/logError';
import type { LogState } from '@kontor/contract/memberLog/state';
import { signing, signingAnswer, signingAnswerId } from '@kontor/contract/nouns/signing';
import { fromBase64Url, toBase64Url, utf8 } from '@kontor/contract/wire/bytes';
import { uuidPattern } from '@kontor/contract/wire/uuidPattern';
import { type RecordPlace, recordChecks } from '@kontor/crypto/authorSignature';
import { certSigningKey } from '@kontor/crypto/cert';
import { CryptoError } from '@kontor/crypto/errors';
import { logCrypto, verifyBytes } from '@kontor/crypto/signing';
import type { Replica } from '../replica/replica.ts';
import { type SignedRecord, signedRecord } from './signedRecord.ts';
import {
  type Answer,
  answerHash,
  judgeSigning,
  type Request,
  requestHash,
  type SigningState,
} from './signing.ts';

export const signedDocumentFormat = 'kontor/signed-document/v1';

export interface SignedDocument {
  format: typeof signedDocumentFormat;
  workspaceId: string;
  /** The request, and the answers that its signers wrote, in their order. */
  signed: SignedRecord[];
  log: readonly LogEntry[];
}

/**
 * Returns the place in the order of a request of the signer whose answer a record is, written by themselves; -1 of any other:
 * whoever reads a request can write such records, which say nothing of it.
 */
const orderOf = (
  { id: signingId, signers }: Pick<Request, 'id' | 'signers'>,
  { id, authorId }: { id: string; authorId?: string | undefined },
): number =>
  signers.findIndex(
    ({ userId }) => id === signingAnswerId(signingId, userId) && (authorId ?? userId) === userId,
  );

/** Composes the file of a request. Undefined while something of it is not on the server yet. */
export function signedDocument(replica: Replica, signingId: string): SignedDocument | undefined {
  const request = replica.collections.signing.get(signingId);
  if (!request) return undefined;
  const answers = replica.collections.signingAnswer
    .where('signingId', signingId)
    .filter((answer) => orderOf(request, answer) >= 0)
    .toSorted((a, b) => orderOf(request, a) - orderOf(request, b));
  const records = [request, ...answers].map(({ id }) => signedRecord(replica, id));
  const signed = records.flatMap((record) => record ?? []);
  if (signed.length < records.length) return undefined;
  return { format: signedDocumentFormat, workspaceId: replica.id, signed, log: replica.logEntries() };
}

/** The entry of the log by which a key came to stand for somebody. */
export interface CertOrigin {
  seq: number;
  /** ms, by the clock of the entry's author. */
  at: number;
  how: 'founding' | 'add' | 'invitation' | 'phrase' | 'device' | 'admin';
}

/** Returns where the key came from that stood for somebody at an entry of the log; undefined where none did. */
export function keyOrigin(log: readonly LogEntry[], userId: string, seq: number): CertOrigin | undefined {
  const entry = log.findLast((each) => each.seq <= seq && certIn(each)?.userId === userId);
  const at = entry && { seq: entry.seq, at: entry.at };
  switch (entry?.type) {
    case 'genesis':
      return { ...at!, how: 'founding' };
    case 'add':
      return { ...at!, how: 'add' };
    case 'rekey':
      return { ...at!, how: entry.payload.method };
    default:
      return undefined;
  }
}

/**
 * The reason why a file proves nothing. `record`: the noun that it is about, and its signer.
 * - `format`: it is no such file, or malformed.
 * - `log`: the member log is not whole, or not signed.
 * - `head`: a record names an entry of the log that is not there.
 * - `author`: its author was no active member then, or is not who asked.
 * - `signature`: it is not signed by them, or says something else than what they signed.
 * - `key`: it names another key than the one that signed it.
 * - `dated`: it names an older member log than a record that it answers, so that its key may have been out of use by then.
 */
export type ProofFault = 'format' | 'log' | 'head' | 'author' | 'signature' | 'key' | 'dated';

export class ProofError extends Error {
  readonly fault: ProofFault;
  readonly userId: string | undefined;

  constructor(fault: ProofFault, userId?: string) {
    super(userId === undefined ? fault : `${fault}: ${userId}`);
    this.name = 'ProofError';
    this.fault = fault;
    this.userId = userId;
  }
}

/** The facts that a file proves. */
export interface ProvenDocument {
  workspaceId: string;
  /** The hash of the log's first entry, base64url: the workspace's own fingerprint. */
  genesis: string;
  request: Request;
  answers: readonly Answer[];
  state: SigningState;
}

/** Verifies a file from its text. @throws ProofError */
export async function verifySigned(text: string): Promise<ProvenDocument> {
  const file = parse(text);
  const log = await foldLog(undefined, file.log, logCrypto).catch((error: unknown): never => {
    if (error instanceof LogError) throw new ProofError('log');
    throw error;
  });
  if (log.workspaceId !== file.workspaceId) throw new ProofError('log');
  const [first, ...rest] = file.signed;
  if (first?.noun !== 'signing' || rest.some((record) => record?.noun !== 'signingAnswer'))
    throw new ProofError('format');
  const request = await proven(log, first);
  const asked = request.opened as unknown as Request;
  if (!request.isWhole || requestHash(asked) === undefined) throw new ProofError('format');
  const answers = rest.filter((record) => orderOf(asked, record) >= 0);
  const opened = await Promise.all(answers.map((record) => proven(log, record)));
  const given = opened.map((each) => each.opened as unknown as Answer);
  const places = answers.map((record) => orderOf(asked, record));
  if (places.some((place, i) => i > 0 && place <= places[i - 1]!)) throw new ProofError('format');
  // A deadline is for whoever signs on time: a file that proves what was signed then does not expire.
  const state = judgeSigning(asked, given, '', (answer) => opened[given.indexOf(answer)]!.isWhole);
  const dated = datedBack(asked, given, [first, ...answers]);
  if (dated) throw new ProofError('dated', dated.userId);
  const isAskers = first.authorId === asked.askerId;
  const isAdmins = memberAt(log, first.authorId, first.seq)?.role === 'ADMIN';
  if (state.isForged || !(isAskers || isAdmins)) throw new ProofError('author', first.authorId);
  return { workspaceId: file.workspaceId, genesis: log.genesis, request: asked, answers: given, state };
}

/**
 * Returns an answer whose signer knew less of the member log than somebody whose record it names: nobody opens a record before
 * they have the log that it names. A withdrawal writes the request anew, after its answers.
 */
function datedBack(request: Request, answers: readonly Answer[], signed: readonly SignedRecord[]) {
  const seqOf = new Map(answers.map((answer, i) => [answerHash(answer), signed[i + 1]!.seq]));
  if (request.withdrawnAt === undefined) seqOf.set(requestHash(request), signed[0]!.seq);
  return answers.find(({ previous }, i) =>
    previous.some((hash) => (seqOf.get(hash) ?? 0) > signed[i + 1]!.seq),
  );
}

function parse(text: string): SignedDocument {
  try {
    const file = JSON.parse(text) as SignedDocument;
    const isWhole = file.format === signedDocumentFormat && Array.isArray(file.log);
    // Anybody may have written it: each says by whom it is.
    if (isWhole && file.signed.every(({ authorId }) => isId(authorId))) return file;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  throw new ProofError('format');
}

interface Opened {
  opened: Record<string, unknown>;
  /** It says all that its noun says, each as it has to be; what it does not stands there as devices fill it in. */
  isWhole: boolean;
}

/** Returns the open record that somebody signed. @throws ProofError */
async function proven(log: LogState, record: SignedRecord): Promise<Opened> {
  const { authorId, seq } = record ?? {};
  const hash = Number.isSafeInteger(seq) ? hashAt(log, seq) : undefined;
  if (hash === undefined) throw new ProofError('head', authorId);
  const member = memberAt(log, authorId, seq);
  if (member?.status !== 'ACTIVE') throw new ProofError('author', authorId);
  const message = messageOf(log, record, member.certKey, hash);
  const isSigned = await verifyBytes(certSigningKey(member.cert), message, bytesOf(record.signature));
  if (!isSigned) throw new ProofError('signature', authorId);
  const found = openedOf(record);
  if (record.noun === 'signingAnswer' && found.opened.fingerprint !== member.certKey)
    throw new ProofError('key', authorId);
  return found;
}

const isId = (value: unknown): value is string => typeof value === 'string' && uuidPattern.test(value);

const bytesOf = (text: unknown) => {
  try {
    const bytes = typeof text === 'string' ? fromBase64Url(text) : undefined;
    // The last letter has bits to spare: spelled in another way it is not what the signer's device wrote.
    if (bytes && toBase64Url(bytes) === text) return bytes;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ProofError('format');
};

function messageOf(log: LogState, record: SignedRecord, certKey: string, hash: string) {
  const { noun, id, scopeId, version, refs, generation, seq, content } = record;
  if (!isId(id) || !isId(scopeId) || typeof noun !== 'string' || typeof content !== 'string')
    throw new ProofError('format');
  const place: RecordPlace = {
    workspaceId: log.workspaceId,
    entity: noun,
    id,
    scopeId,
    version,
    refs,
    generation,
  };
  const head = { seq, hash: fromBase64Url(hash) };
  const author = { by: fromBase64Url(certKey), head, signature: new Uint8Array(64) };
  try {
    const parts = { author, chain: undefined, reseal: undefined, content: utf8(content) };
    return recordChecks(parts, place)[0]!.message;
  } catch (error) {
    if (error instanceof CryptoError || error instanceof RangeError) throw new ProofError('format');
    throw error;
  }
}

/** Returns a record's fields. @throws ProofError format */
function openedOf({ noun, id, version, refs, content, authorId }: SignedRecord): Opened {
  const described: Entity = noun === 'signing' ? signing : signingAnswer;
  const plain = { ...contentOf(content), ...refs, id, version, authorId } as Record<string, unknown>;
  const isWhole = Object.entries(described.sealed).every(([key, field]) =>
    plain[key] === undefined ? field.isOptional : field.accepts(plain[key]),
  );
  const ids = described === signing ? plain.signerIds : [plain.signingId, plain.userId];
  if (!Array.isArray(ids) || !ids.every(isId)) throw new ProofError('format');
  return { opened: readValues(described, plain), isWhole };
}

function contentOf(content: string): object {
  try {
    const plain: unknown = JSON.parse(content);
    if (typeof plain === 'object' && plain !== null) return plain;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ProofError('format');
}

/**
 * The relation of a file's bytes to what was signed. `original`: they are what was signed; `finished`: they begin with it, and the
 * signatures follow; `extended`: something else follows, too; `other`: they are something else.
 */
export type DocumentMatch = 'original' | 'finished' | 'extended' | 'other';

/** Hashes the bytes of a file: base64url. */
export const fileHash = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toBase64Url(await logCrypto.sha256(bytes));

/** Compares a file with what was signed. */
export async function matchDocument(
  { size, sha256 }: Pick<Request, 'size' | 'sha256'>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<DocumentMatch> {
  if (bytes.length < size || (await fileHash(bytes.slice(0, size))) !== sha256) return 'other';
  if (bytes.length === size) return 'original';
  return isOneUpdate(latin1(bytes.subarray(size))) ? 'finished' : 'extended';
}

/** Tells if what follows a document is the one update that holds the proof: it ends where the file does, and nothing else ends in it. */
function isOneUpdate(text: string): boolean {
  const { start, end } = proofPlace(text);
  const rest = text.slice(0, Math.max(0, start)) + text.slice(end);
  return start >= 0 && rest.match(/%%EOF/g)?.length === 1 && /startxref\s+\d+\s+%%EOF\s*$/.test(rest);
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** Returns where the last line is that is a proof; `start` is below 0 where none is. */
function proofPlace(text: string): { start: number; end: number } {
  const start = text.lastIndexOf(`\n{"format":"${signedDocumentFormat}"`);
  const end = start < 0 ? -1 : text.indexOf('\n', start + 1);
  return { start, end: end < 0 ? text.length : end };
}

/**
 * Returns the proof that a finished document carries behind the bytes that were signed: the last line in it that is one;
 * undefined where there is none.
 */
export function proofIn(bytes: Uint8Array): string | undefined {
  const { start, end } = proofPlace(latin1(bytes));
  return start < 0 ? undefined : new TextDecoder().decode(bytes.subarray(start + 1, end));
}
