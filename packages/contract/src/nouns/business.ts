import { entity, type Open } from '../entity/entity.ts';
import { email, oneOf, text, website } from '../entity/field.ts';
import { allCountries } from '../text/country.ts';
import { currencies } from '../text/currency.ts';

export const sectors = [
  'marketing',
  'finances',
  'legal',
  'insurance',
  'it',
  'trades',
  'logistics',
  'education',
  'other',
] as const;

/** The firm's own details, for admins; one record per workspace. */
export const business = entity('business', {
  scopes: ['admins'],
  id: 'workspace',
  isInArchive: true,
  rights: { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' },
  refs: {},
  sealed: {
    companyName: text(200).optional(),
    sector: oneOf(sectors).optional(),
    email: email().optional(),
    phone: text(50).optional(),
    website: website().optional(),
    taxId: text(50).optional(),
    registrationNumber: text(50).optional(),
    registryCourt: text(200).optional(),
    addressLine1: text(200).optional(),
    addressLine2: text(200).optional(),
    postalCode: text(20).optional(),
    city: text(100).optional(),
    country: oneOf(allCountries).optional(),
    /** Of every amount of money in the workspace. */
    currency: oneOf(currencies),
  },
});
export type Business = Open<typeof business>;
