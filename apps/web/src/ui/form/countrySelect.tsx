import { allCountries } from '@kontor/contract/text/country';
import { Select } from '@mantine/core';
import { sortedCountries } from '../../platform/text/countries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { formMessages } from './messages.ts';
import type { FormState } from './useForm.ts';

type CountrySelectProps = { label: string } & ReturnType<FormState<Record<string, string>>['choice']>;

/** A choice among all countries, found by typing. The rest of the props: `choice` of a form. */
export function CountrySelect({ label, ...choice }: CountrySelectProps) {
  const t = useMessages(formMessages);
  return (
    <Select
      label={label}
      placeholder={t('noChoice')}
      nothingFoundMessage={t('noCountry')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('clear', { field: label }) }}
      data={sortedCountries(allCountries)}
      {...choice}
    />
  );
}
