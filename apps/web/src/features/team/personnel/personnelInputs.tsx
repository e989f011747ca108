import {
  type Confession,
  confessions,
  type EmploymentType,
  employmentTypes,
  type HealthInsuranceType,
  healthInsuranceTypes,
} from '@kontor/contract/nouns/personnel';
import { isIban, printedIban } from '@kontor/contract/text/iban';
import { NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { useMessages } from '../../../platform/text/messages.ts';
import { FieldRow } from '../../../ui/form/fieldRow.tsx';
import { formMessages } from '../../../ui/form/messages.ts';
import type { FormPart } from '../../../ui/form/useForm.ts';
import css from '../team.module.css';
import { personnelMessages } from './messages.ts';
import type { PersonnelValues } from './personnelFields.ts';

const choiceText = (choice: EmploymentType | Confession | HealthInsuranceType | '') =>
  choice && personnelMessages.t(choice);
/** The labels and texts with which a personnel file's form shows its fields. */
export const personnelWords = {
  labelOf: (name: keyof PersonnelValues) => personnelMessages.t(name),
  show: { employmentType: choiceText, confession: choiceText, healthInsuranceType: choiceText },
};

/** Returns the label of a field by its name. */
export const personnelLabel = (field: string): string => personnelMessages.t(field as keyof PersonnelValues);

/** Shows a personnel file, under its heading. */
export function PersonnelInputs({ form }: { form: FormPart<PersonnelValues> }) {
  const t = useMessages(personnelMessages);
  const text = (name: keyof PersonnelValues) => ({ label: t(name), ...form.field(name) });
  const choices = (keys: readonly (EmploymentType | Confession | HealthInsuranceType)[]) => [
    { value: '', label: formMessages.t('noChoice') },
    ...keys.map((key) => ({ value: key, label: t(key) })),
  ];
  const iban = text('iban');
  const leaveIban = () => {
    if (isIban(iban.value)) iban.onChange(printedIban(iban.value));
    iban.onBlur();
  };
  return (
    <section aria-label={t('personnel')}>
      <Title order={2}>{t('personnel')}</Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('personnelHint')}
      </Text>
      <FieldRow isFolding>
        <TextInput {...text('jobTitle')} />
        <NativeSelect {...text('employmentType')} data={choices(employmentTypes)} />
        <TextInput {...iban} className={css.whole!} autoComplete="off" onBlur={leaveIban} />
        <TextInput {...text('taxId')} />
        <TextInput {...text('socialSecurityNumber')} />
        <NativeSelect {...text('confession')} className={css.whole!} data={choices(confessions)} />
        <NativeSelect {...text('healthInsuranceType')} data={choices(healthInsuranceTypes)} />
        <TextInput {...text('healthInsuranceName')} />
      </FieldRow>
    </section>
  );
}
