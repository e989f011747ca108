import type { CryptoErrorCode } from '@kontor/crypto/errors';
import type { RecordFault } from './plainRecord.ts';

/** A row that was not opened, and why. */
export class Refused extends Error {
  readonly fault: RecordFault;
  constructor(fault: RecordFault) {
    super(fault);
    this.fault = fault;
  }
}

const faults: Partial<Record<CryptoErrorCode, RecordFault>> = {
  'wrong-key': 'unknown-key',
  'unknown-version': 'unknown-version',
  malformed: 'malformed',
};

/** Returns the fault that an error of the cryptography stands for. */
export const faultOfCode = (code: CryptoErrorCode): RecordFault => faults[code] ?? 'not-verified';
