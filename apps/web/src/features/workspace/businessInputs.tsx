import { sectors } from '@kontor/contract/nouns/business';
import { currencies, currencyOf } from '@kontor/contract/text/currency';
import { NativeSelect, TextInput } from '@mantine/core';
import { countryName } from '../../platform/text/countries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { CountrySelect } from '../../ui/form/countrySelect.tsx';
import { FieldRow } from '../../ui/form/fieldRow.tsx';
import { formMessages } from '../../ui/form/messages.ts';
import type { FormPart } from '../../ui/form/useForm.ts';
import { workspaceMessages } from './messages.ts';
import type { BusinessValues } from './workspaceFields.ts';

/** The texts of the choices among the firm's details, for conflicts between two admins. */
export const businessShow = {
  sector: (sector: BusinessValues['sector']) => sector && workspaceMessages.t(sector),
  country: (code: string) => code && countryName(code),
};

interface BusinessInputsProps {
  form: FormPart<BusinessValues>;
  autoFocus?: boolean;
}

/** Shows the firm's own details. */
export function BusinessInputs({ form, autoFocus = false }: BusinessInputsProps) {
  const t = useMessages(workspaceMessages);
  const field = (name: keyof BusinessValues) => ({ label: t(name), ...form.field(name) });
  /** Chooses a country: a currency that was not chosen apart follows the country. */
  const chooseCountry = (next: BusinessValues['country']) => {
    const { country: before, currency } = form.values;
    form.set({ country: next, ...(currency === currencyOf(before) && { currency: currencyOf(next) }) });
  };
  return (
    <FieldRow isFolding>
      <TextInput {...field('companyName')} autoFocus={autoFocus} />
      <NativeSelect
        {...field('sector')}
        data={[
          { value: '', label: formMessages.t('noChoice') },
          ...sectors.map((key) => ({ value: key, label: t(key) })),
        ]}
      />
      <TextInput {...field('email')} type="email" inputMode="email" />
      <TextInput {...field('phone')} type="tel" />
      <TextInput {...field('website')} type="url" placeholder="https://" />
      <TextInput {...field('taxId')} />
      <TextInput {...field('registrationNumber')} />
      <TextInput {...field('registryCourt')} />
      <TextInput {...field('addressLine1')} autoComplete="address-line1" />
      <TextInput {...field('addressLine2')} autoComplete="address-line2" />
      <TextInput {...field('postalCode')} autoComplete="postal-code" />
      <TextInput {...field('city')} autoComplete="address-level2" />
      <CountrySelect
        label={t('country')}
        {...form.choice('country')}
        onChange={(code) => chooseCountry((code ?? '') as BusinessValues['country'])}
      />
      <NativeSelect {...field('currency')} data={[...currencies]} />
    </FieldRow>
  );
}
