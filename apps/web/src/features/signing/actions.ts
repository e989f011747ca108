/** Actions upon requests to sign. What goes wrong is said in a toast; they return whether it worked. */
import {
  fileHash,
  type SignedDocument,
  signedDocument,
  verifySigned,
} from '@kontor/client/nouns/signedDocument';
import { signingState } from '@kontor/client/nouns/signing';
import {
  askToSign,
  type Consent,
  decline,
  type NewSigning,
  recordOpening,
  SigningError,
  sign,
  signingFile,
  withdraw,
} from '@kontor/client/nouns/signingActs';
import { remind } from '@kontor/client/nouns/signingReminder';
import type { Document } from '@kontor/contract/nouns/document';
import type { SignatureMark, Signing } from '@kontor/contract/nouns/signing';
import { reportFailure } from '../../platform/failures/failures.ts';
import { loadFonts } from '../../platform/pdfFonts.ts';
import { saveFile } from '../../platform/saveFile.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { evidenceOf, marksOf } from './evidence.ts';
import { signingMessages } from './messages.ts';
import { actFault } from './words.ts';

const { t } = signingMessages;

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof SigningError) toast.error(actFault(error.fault));
    else reportFailure(error, t('failed'));
    return undefined;
  }
}

const now = () => ({ userId: currentWorkspace().userId, at: Date.now() });

/** A file's bytes and their hash. */
export interface FileBytes {
  blob: Blob;
  sha256: string;
}

/** Opens a file of which somebody is to sign every byte. Rejects as downloads do. */
export async function openBytes(document: Document, signal?: AbortSignal): Promise<FileBytes> {
  const blob = await currentWorkspace().openFile(document, signal);
  return { blob, sha256: await fileHash(new Uint8Array(await blob.arrayBuffer())) };
}

/** Asks people to sign. Returns the request's id; undefined where it did not work. */
export function ask(asked: NewSigning): string | undefined {
  const id = attempt(() => askToSign(currentWorkspace().records, asked, now()));
  if (id) toast.success(t('sent'));
  return id;
}

type Given = Omit<Consent, 'userId' | 'at'>;

/** Notes that the document was shown to its signer. Where that cannot be written, it is read without. */
export function noteOpening(signingId: string): void {
  try {
    recordOpening(currentWorkspace().records, signingId, now());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

/** Signs. */
export function give(
  signingId: string,
  given: Given & { mark: SignatureMark; initials?: string; values: Record<string, string> },
): boolean {
  const done = attempt(() => {
    sign(currentWorkspace().records, signingId, { ...given, ...now() });
    return true;
  });
  if (done) toast.success(t('signed'));
  return done === true;
}

/** Refuses to sign. */
export function refuse(signingId: string, reason: string, given: Given): boolean {
  const done = attempt(() => {
    decline(currentWorkspace().records, signingId, reason, { ...given, ...now() });
    return true;
  });
  if (done) toast.success(t('declinedNow'));
  return done === true;
}

/** Takes a request back. */
export function takeBack(signingId: string, why: string): boolean {
  const done = attempt(() => {
    withdraw(currentWorkspace().records, signingId, why, now());
    return true;
  });
  if (done) toast.success(t('withdrawnNow'));
  return done === true;
}

/** Reminds those who are to sign now. */
export function remindSigners(signingId: string): void {
  const done = attempt(() => {
    remind(currentWorkspace().records, signingId, now());
    return true;
  });
  if (done) toast.success(t('remindedNow'));
}

/** Keeps the look of a signature, to be offered the next time, in place of the one before. */
export function keepMark(mark: SignatureMark): void {
  const { records } = currentWorkspace();
  const [before] = records.collections.keptSignature.all();
  if (before) records.update('keptSignature', before.id, { mark });
  else records.create('keptSignature', records.scopeOf('personal'), { mark });
}

/** Forgets the look of the signature that was kept. */
export function forgetMark(): void {
  const { records } = currentWorkspace();
  for (const { id } of records.collections.keptSignature.all()) records.remove('keptSignature', id);
}

const stemOf = (name: string): string => name.replace(/\.pdf$/i, '');

function proofOf({ id }: Signing): SignedDocument | undefined {
  const proof = signedDocument(currentWorkspace().records, id);
  if (!proof) toast.info(t('notSentYet'));
  return proof;
}

/** Downloads the records of a request, which prove what was signed so far. */
export function saveRecords(request: Signing): void {
  const proof = proofOf(request);
  if (!proof) return;
  const file = new Blob([JSON.stringify(proof)], { type: 'application/json' });
  saveFile(file, t('recordsName', { name: stemOf(request.name) }));
}

/** Makes the finished document, whose proof is verified as others will. Undefined after saying why it does not work. */
export async function finishedOf(request: Signing): Promise<File | undefined> {
  const { records } = currentWorkspace();
  const proof = proofOf(request);
  if (!proof) return undefined;
  try {
    const { state } = await verifySigned(JSON.stringify(proof));
    const { signers, signed } = signingState(records.collections, request, Date.now());
    if (state.signed !== signed) throw new RangeError(`proves ${state.signed} signatures of ${signed}`);
    const answers = signers.flatMap(({ answer }) => answer ?? []);
    const [{ writeFinished }, fonts, { blob }] = await Promise.all([
      import('./finished/pdf.ts'),
      loadFonts(),
      openBytes(signingFile(request)),
    ]);
    const genesis = records.log.get()?.genesis ?? '';
    const bytes = await writeFinished(
      {
        original: new Uint8Array(await blob.arrayBuffer()),
        proof: JSON.stringify(proof),
        marks: marksOf(request, answers),
        evidence: evidenceOf({ request, answers, proof, genesis }),
      },
      fonts,
    );
    return new File([bytes], t('signedName', { name: stemOf(request.name) }), { type: 'application/pdf' });
  } catch (error) {
    toast.error(t('finishFailed'));
    reportError(error);
    return undefined;
  }
}

/** Downloads the finished document. */
export async function saveFinished(request: Signing): Promise<void> {
  const file = await finishedOf(request);
  if (file) saveFile(file, file.name);
}
