/**
 * Errors on their way out of the worker. Comlink carries an error's message only; callers ask for its class and code,
 * so those are set again on this side.
 */
import { LogError, type LogFault } from '@kontor/contract/memberLog/logError';
import { CryptoError, type CryptoErrorCode, PhraseError } from '@kontor/crypto/errors';
import { transferHandlers } from 'comlink';
import { TrustError, type TrustFault } from '../trust/trustError.ts';

interface CarriedError {
  name: string;
  message: string;
  stack?: string | undefined;
  fields: Record<string, unknown>;
}

/** Returns an error in a form that can be cloned. */
function packError(error: Error): CarriedError {
  const { name, message, stack } = error;
  // `cause` may be anything and tells callers nothing: it stays where it was thrown.
  const { cause: _, ...fields } = error as Error & Record<string, unknown>;
  return { name, message, stack, fields: { ...fields } };
}

/** Returns the error again, of its own class. */
function unpackError({ name, message, stack, fields }: CarriedError): Error {
  const error = rebuilt(name, message, fields);
  if (stack) error.stack = stack;
  return error;
}

function rebuilt(name: string, message: string, fields: Record<string, unknown>): Error {
  if (name === 'TrustError') return Object.assign(new TrustError(fields.fault as TrustFault), { message });
  if (name === 'LogError') return new LogError(fields.fault as LogFault, Number(fields.seq));
  if (name === 'CryptoError') {
    return fields.code === 'invalid-phrase'
      ? new PhraseError(fields.reason as PhraseError['reason'], message, fields.word as string | undefined)
      : new CryptoError(fields.code as CryptoErrorCode, message);
  }
  return Object.assign(new Error(message), { name });
}

type Thrown = { value: unknown };
type Carried = { isError: true; value: CarriedError } | { isError: false; value: unknown };

/** Installs the transfer; on both sides, once. */
export function carryErrors(): void {
  const original = transferHandlers.get('throw')!;
  transferHandlers.set('throw', {
    canHandle: (value: unknown): value is Thrown => original.canHandle(value),
    serialize: ({ value }: Thrown): [Carried, Transferable[]] => [
      value instanceof Error ? { isError: true, value: packError(value) } : { isError: false, value },
      [],
    ],
    deserialize: (carried: Carried): never => {
      throw carried.isError ? unpackError(carried.value) : carried.value;
    },
  });
}
