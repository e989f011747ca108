/** Asks whether a VAT id is in force: VIES where money is taken, else a register that this server makes up. */
import type { VatEvidence } from '@kontor/contract/server/billingRecord';
import type { Env } from '../../env.ts';
import { sandboxVatRegister } from './sandbox.ts';
import { viesRegister } from './vies.ts';

export interface VatAnswer extends VatEvidence {
  /** `unknown`: there was no answer, which says nothing about the id. */
  state: 'valid' | 'invalid' | 'unknown';
}

export interface VatRegister {
  /** Asks about a plain id of a state in the EU; never throws, and answers within some seconds. */
  check(vatId: string): Promise<VatAnswer>;
}

/** Chooses the register. */
export const openVatRegister = ({ BILLING, SELLER_VAT_ID }: Env): VatRegister =>
  BILLING === 'sandbox' || BILLING === 'none'
    ? sandboxVatRegister
    : viesRegister({ requester: SELLER_VAT_ID });
