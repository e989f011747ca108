/** Errors of calls: one body `{ code, status, message, data? }` on every endpoint, codes from the contract. */
import { type ErrorBody, type ErrorCode, type ErrorData, errors } from '@kontor/contract/wire/errors';
import { ORPCError, ValidationError } from '@orpc/server';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { constraintFault, isUnavailable, isUnstorable } from '../db/database.ts';

type More<C extends ErrorCode> = { message?: string; status?: number } & (ErrorData<C> extends undefined
  ? { data?: undefined }
  : { data: ErrorData<C> });

/** Makes the error to throw, in contract calls and plain routes alike: `throw fail('NOT_FOUND')`. */
export function fail<C extends ErrorCode>(
  code: C,
  ...[more]: ErrorData<C> extends undefined ? [More<C>?] : [More<C>]
): ORPCError<C, ErrorData<C>> {
  const { status, message } = errors[code];
  return new ORPCError(code, { status, message, ...more, defined: true } as never) as ORPCError<
    C,
    ErrorData<C>
  >;
}

export function errorBody({ code, status, message, data }: ORPCError<string, unknown>): ErrorBody {
  return { code: code as ErrorCode, status, message, ...(data === undefined ? {} : { data }) };
}

const faultCodes = { conflict: 'CONFLICT', missing: 'NOT_FOUND', invalid: 'BAD_INPUT' } as const;

/** Turns anything thrown into an error of the contract. An unexpected one reveals nothing of its cause. */
export function toFailure(error: unknown): ORPCError<ErrorCode, unknown> {
  if (error instanceof ORPCError) {
    if (error.code in errors) return error as ORPCError<ErrorCode, unknown>;
    if (error.cause instanceof ValidationError && error.status === 400) return invalid(error.cause);
    if (error.status === 400) return fail('BAD_INPUT');
  }
  const status = (error as FastifyError).statusCode ?? 500;
  if (status === 413) return fail('TOO_LARGE');
  if (status >= 400 && status < 500) return fail('BAD_INPUT', { status, message: (error as Error).message });
  if (isUnstorable(error)) return fail('BAD_INPUT', { message: 'A text with a NUL character' });
  // Trying again would come to the same: only what may pass by itself is INTERNAL.
  const fault = constraintFault(error);
  if (fault) return fail(faultCodes[fault]);
  if (isUnavailable(error)) return fail('INTERNAL', { status: 503 });
  return fail('INTERNAL');
}

function invalid(cause: ValidationError) {
  const [issue] = cause.issues;
  const path = issue?.path?.map((part) => (typeof part === 'object' ? part.key : part)).join('.');
  return fail('BAD_INPUT', { message: path ? `${path}: ${issue?.message}` : errors.BAD_INPUT.message });
}

/** Logs unexpected errors: failures, and input that only a constraint refused. */
export function logFailure({ log }: FastifyRequest, error: unknown, { status }: { status: number }): void {
  if (status >= 500) log.error({ err: error }, 'call failed');
  else if (constraintFault(error)) log.warn({ err: error }, 'a constraint refused a call');
}

/** Serves as Fastify's error handler. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toFailure(error);
  logFailure(request, error, failure);
  void reply.status(failure.status).send(errorBody(failure));
}

export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): void {
  void reply.status(404).send(errorBody(fail('NOT_FOUND')));
}
