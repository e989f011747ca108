import { Text, TextInput, Title } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { CountrySelect } from '../../ui/form/countrySelect.tsx';
import { DayInput } from '../../ui/form/dayInput.tsx';
import { FieldRow } from '../../ui/form/fieldRow.tsx';
import type { FormPart } from '../../ui/form/useForm.ts';
import { accountMessages } from './messages.ts';
import type { ProfileValues } from './profileFields.ts';

/** Asks for birthday, nationality and address: for the person alone. */
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
        <DayInput label={t('birthday')} toward="past" {...form.field('birthday')} />
        <CountrySelect label={t('nationality')} {...form.choice('nationality')} />
        <TextInput {...text('addressLine1')} autoComplete="address-line1" />
        <TextInput {...text('addressLine2')} autoComplete="address-line2" />
        <TextInput {...text('postalCode')} autoComplete="postal-code" />
        <TextInput {...text('city')} autoComplete="address-level2" />
        <CountrySelect label={t('country')} {...form.choice('country')} />
      </FieldRow>
    </section>
  );
}
