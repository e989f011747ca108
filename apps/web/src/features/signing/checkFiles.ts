/** Checks files that somebody chose against what is proven in them, on this device alone. */
import {
  type DocumentMatch,
  matchDocument,
  ProofError,
  type ProofFault,
  type ProvenDocument,
  proofIn,
  type SignedDocument,
  verifySigned,
} from '@kontor/client/nouns/signedDocument';
import type { Signing } from '@kontor/contract/nouns/signing';

/** A file as it was chosen. */
export interface ChosenFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A file held against what was signed. */
export interface CheckedFile extends ChosenFile {
  match: DocumentMatch;
  /** The first byte, from 1, that is another than in the signed document; undefined where that is not at hand. */
  differsAt?: number;
}

/** The finding on one signed document. */
export type Verdict =
  | { proven: ProvenDocument; files: readonly CheckedFile[] }
  /** `claims`: whom the record that is at fault says that it is of. */
  | { fault: ProofFault; claims?: string };

const isRecords = ({ bytes }: ChosenFile): boolean =>
  new TextDecoder().decode(bytes.subarray(0, 9)) === '{"format"';

/** Checks files: those that carry records, each with itself and with those that carry none. */
export async function checkFiles(chosen: readonly ChosenFile[]): Promise<Verdict[]> {
  const files = chosen.map((file) => {
    const areRecords = isRecords(file);
    const proof = areRecords ? new TextDecoder().decode(file.bytes) : proofIn(file.bytes);
    return { file, areRecords, proof };
  });
  const proofs = new Set(files.flatMap(({ proof }) => proof ?? []));
  if (proofs.size === 0) return [{ fault: 'format' }];
  const found = [...proofs].map((proof) => {
    const own = files.filter((each) => !each.areRecords && (each.proof ?? proof) === proof);
    return verdictOn(
      proof,
      own.map(({ file }) => file),
    );
  });
  return Promise.all(found);
}

async function verdictOn(proof: string, files: readonly ChosenFile[]): Promise<Verdict> {
  try {
    const proven = await verifySigned(proof);
    const { request } = proven;
    const matched = await Promise.all(
      files.map(
        async (file): Promise<CheckedFile> => ({ ...file, match: await matchDocument(request, file.bytes) }),
      ),
    );
    const signed = matched.find(({ match }) => match !== 'other');
    const compared = matched.map((file) =>
      signed && file.match === 'other'
        ? { ...file, differsAt: differenceOf(file.bytes, signed.bytes.subarray(0, request.size)) }
        : file,
    );
    return { proven, files: compared };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const claims = error.userId && claimedName(proof, error.userId);
    return { fault: error.fault, ...(claims && { claims }) };
  }
}

/** Returns the place of the first byte, from 1, that is another in one of two files. */
function differenceOf(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return (at < 0 ? a.length : at) + 1;
}

/** Returns what records that prove nothing call somebody; undefined where they do not. */
function claimedName(proof: string, userId: string): string | undefined {
  try {
    const [request] = (JSON.parse(proof) as SignedDocument).signed;
    const { signers, askerId, askerName } = JSON.parse(request!.content) as Partial<Signing>;
    const name = signers?.find((signer) => signer.userId === userId)?.name;
    const isAsker = request!.refs.askerId === userId || askerId === userId;
    const claimed: unknown = name ?? (isAsker ? askerName : undefined);
    return typeof claimed === 'string' ? claimed : undefined;
  } catch {
    return undefined;
  }
}
