/** The fields of a workspace's forms: its name, colour and logo, which the server shows, and the firm's own details. */
import { business } from '@kontor/contract/nouns/business';
import { maxWorkspaceName } from '@kontor/contract/text/lengths';
import { entityFields } from '../../ui/form/entityFields.ts';
import { atMost, type Errors, required } from '../../ui/form/rules.ts';

export const businessFields = entityFields(business, [
  'companyName',
  'sector',
  'email',
  'phone',
  'website',
  'taxId',
  'registrationNumber',
  'registryCourt',
  'addressLine1',
  'addressLine2',
  'postalCode',
  'city',
  'country',
  'currency',
]);

export type BusinessValues = ReturnType<typeof businessFields.read>;

export interface WorkspaceValues extends BusinessValues {
  name: string;
  color: string;
  /** A PNG as base64url; empty for none. */
  logo: string;
}

const nameTooLong = atMost(maxWorkspaceName);

export const workspaceErrors = (values: WorkspaceValues): Errors<WorkspaceValues> => ({
  ...businessFields.errors(values),
  name: required(values.name) ?? nameTooLong(values.name),
});
