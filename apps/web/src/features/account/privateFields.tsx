import type { OwnProfile } from '@kontor/client/session/view/sessionView';
import { profile as profileEntity } from '@kontor/contract/nouns/profile';
import { countries, nationalities } from '@kontor/contract/text/country';
import { NativeSelect, Select, Text, TextInput, Title } from '@mantine/core';
import { countryName, sortedCountries } from '../../platform/text/countries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
import { Pair } from '../../ui/form/fieldRow.tsx';
import { accountMessages } from './messages.ts';

interface PrivateFieldsProps {
  value: OwnProfile;
  onChange: (part: Partial<OwnProfile>) => void;
}

/** Birthday, nationality and address: for the person alone. */
export function PrivateFields({ value, onChange }: PrivateFieldsProps) {
  const t = useMessages(accountMessages);
  const field = (name: 'addressLine1' | 'addressLine2' | 'postalCode' | 'city') => ({
    label: t(name),
    value: value[name] ?? '',
    maxLength: profileEntity.sealed[name].maxLength,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <section aria-label={t('private')}>
      <Title order={2}>{t('private')}</Title>
      <Text c="dimmed" mb="md">
        {t('privateHint')}
      </Text>
      <Pair isFolding>
        <DayInput
          label={t('birthday')}
          value={value.birthday}
          onChange={(birthday) => onChange({ birthday })}
        />
        <Select
          label={t('nationality')}
          placeholder={t('noChoice')}
          nothingFoundMessage={t('noCountry')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('clearNationality') }}
          data={sortedCountries(nationalities)}
          value={value.nationality ?? null}
          onChange={(code) => onChange({ nationality: (code ?? undefined) as OwnProfile['nationality'] })}
        />
        <TextInput {...field('addressLine1')} autoComplete="address-line1" />
        <TextInput {...field('addressLine2')} autoComplete="address-line2" />
        <TextInput {...field('postalCode')} autoComplete="postal-code" />
        <TextInput {...field('city')} autoComplete="address-level2" />
        <NativeSelect
          label={t('country')}
          data={[
            { value: '', label: t('noChoice') },
            ...countries.map((code) => ({ value: code, label: countryName(code) })),
          ]}
          value={value.country ?? ''}
          onChange={(event) =>
            onChange({ country: (event.currentTarget.value || undefined) as OwnProfile['country'] })
          }
        />
      </Pair>
    </section>
  );
}
