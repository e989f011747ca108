import type { BusinessDraft } from '@kontor/client/session/view/sessionView';
import { type Business, sectors } from '@kontor/contract/nouns/business';
import { countries } from '@kontor/contract/text/country';
import { emailPattern } from '@kontor/contract/text/email';
import { NativeSelect, TextInput } from '@mantine/core';
import { countryName } from '../../platform/text/countries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Pair } from '../../ui/form/fieldRow.tsx';
import { workspaceMessages } from './messages.ts';

/** Every field as typed; what is empty is left out of the record. */
export type BusinessForm = { [K in BusinessField]: string };
export type BusinessField =
  | 'companyName'
  | 'sector'
  | 'email'
  | 'phone'
  | 'website'
  | 'taxId'
  | 'registrationNumber'
  | 'registryCourt'
  | 'addressLine1'
  | 'addressLine2'
  | 'postalCode'
  | 'city'
  | 'country';

export const emptyBusiness: BusinessForm = {
  companyName: '',
  sector: '',
  email: '',
  phone: '',
  website: '',
  taxId: '',
  registrationNumber: '',
  registryCourt: '',
  addressLine1: '',
  addressLine2: '',
  postalCode: '',
  city: '',
  country: '',
};

/** The form for what is stored. */
export const businessFormOf = (business: Business | undefined): BusinessForm =>
  Object.fromEntries(
    Object.keys(emptyBusiness).map((name) => [name, business?.[name as BusinessField] ?? '']),
  ) as BusinessForm;

/** An address on the web, and nothing that a browser would run. */
const isWebsite = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

/** What is wrong with the form, by field. */
export function businessFaults({ email, website }: BusinessForm): Partial<BusinessForm> {
  const { t } = workspaceMessages;
  return {
    ...(email.trim() && !emailPattern.test(email.trim()) && { email: t('invalidEmail') }),
    ...(website.trim() && !isWebsite(website.trim()) && { website: t('invalidUrl') }),
  };
}

/** The record behind the form. */
export const businessOf = (form: BusinessForm): BusinessDraft =>
  Object.fromEntries(
    Object.entries(form)
      .map(([field, text]) => [field, text.trim()])
      .filter(([, text]) => text),
  ) as BusinessDraft;

interface BusinessFieldsProps {
  value: BusinessForm;
  faults: Partial<BusinessForm>;
  onChange: (part: Partial<BusinessForm>) => void;
  autoFocus?: boolean;
}

/** The firm's own details. */
export function BusinessFields({ value, faults, onChange, autoFocus = false }: BusinessFieldsProps) {
  const t = useMessages(workspaceMessages);
  const field = (name: BusinessField, maxLength: number) => ({
    label: t(name),
    value: value[name],
    error: faults[name],
    maxLength,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const withNone = (options: { value: string; label: string }[]) => [
    { value: '', label: t('noChoice') },
    ...options,
  ];
  const { maxLength: _s, ...sector } = field('sector', 0);
  const { maxLength: _c, ...country } = field('country', 0);
  return (
    <Pair isFolding>
      <TextInput {...field('companyName', 200)} autoFocus={autoFocus} />
      <NativeSelect {...sector} data={withNone(sectors.map((key) => ({ value: key, label: t(key) })))} />
      <TextInput {...field('email', 254)} type="email" inputMode="email" />
      <TextInput {...field('phone', 50)} type="tel" />
      <TextInput
        {...field('website', 500)}
        type="url"
        placeholder="https://"
        description={t('websiteHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <TextInput {...field('taxId', 50)} />
      <TextInput {...field('registrationNumber', 50)} />
      <TextInput {...field('registryCourt', 200)} />
      <TextInput {...field('addressLine1', 200)} autoComplete="address-line1" />
      <TextInput {...field('addressLine2', 200)} autoComplete="address-line2" />
      <TextInput {...field('postalCode', 20)} autoComplete="postal-code" />
      <TextInput {...field('city', 100)} autoComplete="address-level2" />
      <NativeSelect
        {...country}
        data={withNone(countries.map((key) => ({ value: key, label: countryName(key) })))}
      />
    </Pair>
  );
}
