/** Somebody's personnel file: for admins alone. What people say about themselves is in their own profile. */
import { entity, type Open, oneOf, ref, text } from './entity.ts';

export const employmentTypes = ['full-time', 'part-time', 'trainee'] as const;
export type EmploymentType = (typeof employmentTypes)[number];

export const confessions = [
  'evangelical',
  'roman-catholic',
  'islamic',
  'jewish',
  'no-denomination',
  'no-religious-community',
  'other',
] as const;
export type Confession = (typeof confessions)[number];

export const healthInsuranceTypes = ['statutory', 'private'] as const;
export type HealthInsuranceType = (typeof healthInsuranceTypes)[number];

/** One per member; its id is the member's. */
export const personnel = entity('personnel', {
  scope: 'admins',
  refs: { userId: ref('user') },
  sealed: {
    jobTitle: text(100).optional(),
    /** Without spaces, in capitals; see `iban.ts`. */
    iban: text(34).optional(),
    taxId: text(50).optional(),
    employmentType: oneOf(employmentTypes).optional(),
    confession: oneOf(confessions).optional(),
    socialSecurityNumber: text(50).optional(),
    healthInsuranceType: oneOf(healthInsuranceTypes).optional(),
    healthInsuranceName: text(100).optional(),
  },
});
export type Personnel = Open<typeof personnel>;
