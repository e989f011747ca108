import { entity, type Open } from '../entity/entity.ts';
import { day, oneOf, text } from '../entity/field.ts';
import { allCountries } from '../text/country.ts';

/**
 * A user's own details, for the user alone. Name and picture are copied into the member directories of their
 * workspaces; the rest nobody else reads.
 */
export const profile = entity('profile', {
  scopes: ['personal'],
  id: 'scope',
  rights: { create: 'CUSTOMER', update: 'CUSTOMER', delete: 'CUSTOMER' },
  title: ['firstName', 'lastName'],
  refs: {},
  sealed: {
    firstName: text(100),
    lastName: text(100),
    /** A 128 px PNG as a base64url string. */
    avatar: text(200_000).optional(),
    birthday: day().optional(),
    nationality: oneOf(allCountries).optional(),
    addressLine1: text(200).optional(),
    addressLine2: text(200).optional(),
    postalCode: text(20).optional(),
    city: text(100).optional(),
    country: oneOf(allCountries).optional(),
  },
  // Nobody chooses between two pictures by their bytes: the one that arrives last stands.
  merge: { avatar: 'last' },
});
export type Profile = Open<typeof profile>;
