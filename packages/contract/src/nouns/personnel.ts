/** Somebody's personnel file: for admins alone. What people say about themselves is in their own profile. */
import { counterpartId } from '../entity/counterpartId.ts';
import { entity, type Open } from '../entity/entity.ts';
import { iban, oneOf, text } from '../entity/field.ts';
import { ref } from '../entity/ref.ts';

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

/** Returns the id of somebody's personnel file, so that there is one at most, whoever begins it. */
export const personnelId = counterpartId;

/** One per member. */
export const personnel = entity('personnel', {
  scopes: ['admins'],
  id: { person: personnelId },
  owner: 'userId',
  isInArchive: true,
  rights: { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' },
  searched: ['jobTitle'],
  refs: { userId: ref('user') },
  sealed: {
    jobTitle: text(100).optional(),
    iban: iban().optional(),
    taxId: text(50).optional(),
    employmentType: oneOf(employmentTypes).optional(),
    confession: oneOf(confessions).optional(),
    socialSecurityNumber: text(50).optional(),
    healthInsuranceType: oneOf(healthInsuranceTypes).optional(),
    healthInsuranceName: text(100).optional(),
  },
});
export type Personnel = Open<typeof personnel>;
