/** The fields of a personnel file. */
import { personnel } from '@kontor/contract/nouns/personnel';
import { entityFields } from '../../../ui/form/entityFields.ts';

export const personnelFields = entityFields(personnel, [
  'jobTitle',
  'employmentType',
  'iban',
  'taxId',
  'socialSecurityNumber',
  'confession',
  'healthInsuranceType',
  'healthInsuranceName',
]);

export type PersonnelValues = ReturnType<typeof personnelFields.read>;
