/** Registers that tell if a VAT id is in force. */
import type { VatEvidence } from '@kontor/contract/server/billingRecord';

export interface VatAnswer extends VatEvidence {
  /** `unknown`: there was no answer, which says nothing about the id. */
  state: 'valid' | 'invalid' | 'unknown';
}

export interface VatRegister {
  /** Asks about a plain id of a state in the EU; never throws, and answers within some seconds. */
  check(vatId: string): Promise<VatAnswer>;
}
