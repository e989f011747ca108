import {
  type Confession,
  confessions,
  type EmploymentType,
  employmentTypes,
  type HealthInsuranceType,
  healthInsuranceTypes,
  personnel as personnelEntity,
} from '@kontor/contract/nouns/personnel';
import { printedIban } from '@kontor/contract/text/iban';
import { NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { useMessages } from '../../../platform/text/messages.ts';
import { Pair } from '../../../ui/form/fieldRow.tsx';
import css from '../team.module.css';
import type { PersonnelField, PersonnelForm } from './form.ts';
import { personnelMessages } from './messages.ts';

interface PersonnelFieldsProps {
  value: PersonnelForm;
  faults: { iban?: string };
  onChange: (part: Partial<PersonnelForm>) => void;
}

/** A personnel file, under its heading. */
export function PersonnelFields({ value, faults, onChange }: PersonnelFieldsProps) {
  const t = useMessages(personnelMessages);
  const field = (name: PersonnelField) => ({
    label: t(name),
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const text = (name: PersonnelField) => ({
    ...field(name),
    maxLength: personnelEntity.sealed[name].maxLength,
  });
  const choices = (keys: readonly (EmploymentType | Confession | HealthInsuranceType)[]) => [
    { value: '', label: t('noChoice') },
    ...keys.map((key) => ({ value: key, label: t(key) })),
  ];
  return (
    <section aria-label={t('personnel')}>
      <Title order={2}>{t('personnel')}</Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('personnelHint')}
      </Text>
      <Pair>
        <TextInput {...text('jobTitle')} />
        <NativeSelect {...field('employmentType')} data={choices(employmentTypes)} />
        <TextInput
          {...field('iban')}
          className={css.whole!}
          maxLength={50}
          error={faults.iban}
          autoComplete="off"
          onBlur={() => onChange({ iban: printedIban(value.iban) })}
        />
        <TextInput {...text('taxId')} />
        <TextInput {...text('socialSecurityNumber')} />
        <NativeSelect {...field('confession')} className={css.whole!} data={choices(confessions)} />
        <NativeSelect {...field('healthInsuranceType')} data={choices(healthInsuranceTypes)} />
        <TextInput {...text('healthInsuranceName')} />
      </Pair>
    </section>
  );
}
