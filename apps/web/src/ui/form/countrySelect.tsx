import { allCountries } from '@kontor/contract/text/country';
import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { sortedCountries } from '../../platform/text/countries.ts';
import { useLanguage } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { formMessages } from './messages.ts';
import type { FormState } from './useForm.ts';

type CountrySelectProps = { label: string } & ReturnType<FormState<Record<string, string>>['choice']>;

/** Shows a choice among all countries, found by typing. The rest of the props: `choice` of a form. */
export function CountrySelect({ label, ...choice }: CountrySelectProps) {
  const t = useMessages(formMessages);
  const language = useLanguage();
  const countries = useMemo(() => sortedCountries(allCountries, language), [language]);
  return (
    <Select
      label={label}
      placeholder={t('noChoice')}
      nothingFoundMessage={t('noCountry')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('clear', { field: label }) }}
      data={countries}
      {...choice}
    />
  );
}
