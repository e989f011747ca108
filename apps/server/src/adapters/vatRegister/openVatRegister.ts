import type { Env } from '../../env.ts';
import { sandboxVatRegister } from './sandbox.ts';
import type { VatRegister } from './vatRegister.ts';
import { viesRegister } from './vies.ts';

/** Chooses the register: VIES where money is taken, else one that this server makes up. */
export const openVatRegister = ({ BILLING, SELLER_VAT_ID }: Env): VatRegister =>
  BILLING === 'sandbox' || BILLING === 'none'
    ? sandboxVatRegister
    : viesRegister({ requester: SELLER_VAT_ID });
