/** Somebody's personnel file: for admins alone. What people say about themselves is in their own profile. */
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

/**
 * The id of somebody's personnel file follows from theirs, so that there is one at most, whoever begins it. It is
 * another one, since an id stands for one record in all scopes, and the person's own is their directory entry's.
 */
export function personnelId(userId: string): string {
  const node = 0xffff_ffff_ffff - Number.parseInt(userId.slice(-12), 16);
  return userId.slice(0, -12) + node.toString(16).padStart(12, '0');
}

/** One per member. */
export const personnel = entity('personnel', {
  scopes: ['admins'],
  id: { person: personnelId },
  owner: 'userId',
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
