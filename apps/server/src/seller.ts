/** The firm that runs the server and sells its plans, from the settings. */
import type { VatSeller } from '@kontor/contract/billing/vat';
import type { InvoiceSeller } from '@kontor/contract/server/invoice';
import type { Env } from './env.ts';

/** Sells in the sandbox, where nobody said who does: no such firm exists. */
const sandboxSeller = {
  name: 'Muster Software GmbH',
  addressLine1: 'Musterstraße 1',
  postalCode: '1010',
  city: 'Musterstadt',
  email: 'invoices@example.com',
};

/** Ids of no firm, in the forms of their countries. */
const sandboxVatIds = { at: 'ATU00000000', de: 'DE000000000', fr: 'FR00000000000', ch: 'CHE000000000MWST' };

/** Returns the seller as invoices name it. The settings were checked: all of them are there, or none. */
export function sellerOf(env: Env): InvoiceSeller {
  const { SELLER_COUNTRY: country, SELLER_NAME: name } = env;
  const common = {
    addressLine2: '',
    country,
    swissVatId: env.SELLER_VAT_CH ?? '',
    register: env.SELLER_REGISTER ?? '',
  };
  if (name === undefined) return { ...common, ...sandboxSeller, vatId: sandboxVatIds[country] };
  return {
    ...common,
    name,
    addressLine1: env.SELLER_ADDRESS!,
    postalCode: env.SELLER_POSTAL_CODE!,
    city: env.SELLER_CITY!,
    email: env.SELLER_EMAIL!,
    vatId: env.SELLER_VAT_ID!,
  };
}

/** Returns what of the seller decides on VAT. */
export const vatSellerOf = ({ SELLER_COUNTRY, SELLER_VAT_CH }: Env): VatSeller => ({
  country: SELLER_COUNTRY,
  isSwissRegistered: SELLER_COUNTRY === 'ch' || SELLER_VAT_CH !== undefined,
});
