/** Why an upload does not go on, and whether it will by itself. */
import { failureOf, isPassing } from '../http/transport.ts';
import type { UploadCause } from './transfer.ts';

/** The file was changed, moved or deleted on the disk since it was chosen. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';
  readonly code = 'FILE_CHANGED';
  constructor(cause?: unknown) {
    super('the file is not there any more as it was chosen', { cause });
  }
}

/** A part is neither on the device nor is there a file to read it from. */
export class FileNeededError extends Error {
  override readonly name = 'FileNeededError';
  readonly code = 'FILE_NEEDED';
}

/** The storage has no room for what is left of a file: `missing` bytes too little. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
  readonly code = 'OVER_QUOTA';
  readonly data: { missing: number };
  constructor(missing: number, cause: unknown) {
    super('the storage is full', { cause });
    this.data = { missing };
  }
}

/** Statuses of a storage that is busy or slow. */
const busy = [408, 425, 429];

const statusOf = (error: unknown): number => (error as { status?: number } | null)?.status ?? 0;

/** Tells whether a storage refused a part, rather than being out of reach. */
export const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error);
  return status >= 400 && status < 500 && !busy.includes(status);
};

/** Returns the bytes that a full storage has too little; undefined for every other failure. */
export function missingOf(error: unknown): number | undefined {
  const failure = failureOf(error);
  return failure?.code === 'OVER_QUOTA' ? (failure.data as { missing: number }).missing : undefined;
}

/** A pause ends by itself; a failure waits for somebody's decision. */
export interface FailureClass {
  passes: boolean;
  cause: UploadCause;
  /** Bytes by which the storage is too small. */
  missing?: number;
}

/** Judges what a part, or the room for it, failed with. A fault of ours counts as refused: trying again may not help. */
export function classifyFailure(error: unknown): FailureClass {
  const failure = failureOf(error);
  if (!failure) return { passes: false, cause: 'REFUSED' };
  const { code } = failure;
  // An answer that is not in the contract's form comes from the storage itself, or from a proxy before it. A storage says of a
  // body that is too large that it is a bad request.
  if (code === 'INTERNAL' && isRefusal(error))
    return { passes: false, cause: statusOf(error) === 413 ? 'PROXY_LIMIT' : 'REFUSED' };
  // Signed out elsewhere: the session ends, and what is kept goes on after the next sign-in.
  if (isPassing(failure) || code === 'NOT_SIGNED_IN') return { passes: true, cause: code };
  const missing = missingOf(error);
  return { passes: false, cause: code, ...(missing !== undefined && { missing }) };
}
