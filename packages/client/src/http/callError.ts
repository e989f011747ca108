import type { ErrorBody, ErrorCode } from '@kontor/contract/wire/errors';

/** Codes that a call fails with here besides the contract's: there was no answer at all. */
export type CallCode = ErrorCode | 'OFFLINE';

/** A failed call. `data` is what the contract says goes with the code. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: CallCode;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly data: unknown;
  constructor(code: CallCode, status: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

export const offline = (cause: unknown): CallError => {
  const error = new CallError('OFFLINE', 0, 'No answer from the server');
  error.cause = cause;
  return error;
};

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && typeof (value as ErrorBody).code === 'string';

/** Returns the error behind a parsed body; what is not in the contract's form (a proxy's page) reads as INTERNAL. */
export function callErrorOf(status: number, body: unknown): CallError {
  if (isErrorBody(body)) return new CallError(body.code, status, String(body.message), body.data);
  return new CallError('INTERNAL', status, `The server answered ${status}`);
}

export const isCallError = (error: unknown, ...codes: CallCode[]): error is CallError =>
  error instanceof CallError && (codes.length === 0 || codes.includes(error.code));
