/** The fields of a person's own profile. */
import { profile } from '@kontor/contract/nouns/profile';
import { entityFields } from '../../ui/form/entityFields.ts';

export const profileFields = entityFields(profile, [
  'firstName',
  'lastName',
  'avatar',
  'birthday',
  'nationality',
  'addressLine1',
  'addressLine2',
  'postalCode',
  'city',
  'country',
]);

export type ProfileValues = ReturnType<typeof profileFields.read>;
