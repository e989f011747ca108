import { countries, nationalities } from '@kontor/contract/text/country';
import { NativeSelect, Select, Text, TextInput, Title } from '@mantine/core';
import { countryName, sortedCountries } from '../../platform/text/countries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
import { FieldRow } from '../../ui/form/fieldRow.tsx';
import type { FormPart } from '../../ui/form/useForm.ts';
import { accountMessages } from './messages.ts';
import type { ProfileValues } from './profileFields.ts';

/** Birthday, nationality and address: for the person alone. */
export function PrivateInputs({ form }: { form: FormPart<ProfileValues> }) {
  const t = useMessages(accountMessages);
  const text = (name: 'addressLine1' | 'addressLine2' | 'postalCode' | 'city') => ({
    label: t(name),
    ...form.field(name),
  });
  return (
    <section aria-label={t('private')}>
      <Title order={2}>{t('private')}</Title>
      <Text c="dimmed" mb="md">
        {t('privateHint')}
      </Text>
      <FieldRow isFolding>
        <DayInput label={t('birthday')} {...form.field('birthday')} />
        <Select
          label={t('nationality')}
          placeholder={t('noChoice')}
          nothingFoundMessage={t('noCountry')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('clearNationality') }}
          data={sortedCountries(nationalities)}
          {...form.choice('nationality')}
        />
        <TextInput {...text('addressLine1')} autoComplete="address-line1" />
        <TextInput {...text('addressLine2')} autoComplete="address-line2" />
        <TextInput {...text('postalCode')} autoComplete="postal-code" />
        <TextInput {...text('city')} autoComplete="address-level2" />
        <NativeSelect
          label={t('country')}
          data={[
            { value: '', label: t('noChoice') },
            ...countries.map((code) => ({ value: code, label: countryName(code) })),
          ]}
          {...form.field('country')}
        />
      </FieldRow>
    </section>
  );
}
