import { customerType } from '@kontor/contract/nouns/customer';
import { Checkbox, Input, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { FieldRow } from '../../ui/form/fieldRow.tsx';
import type { FormPart } from '../../ui/form/useForm.ts';
import type { CustomerValues } from './customerFields.ts';
import { customerMessages } from './messages.ts';

/** The labels and texts with which a customer's form shows its fields. */
export const customerWords = {
  labelOf: (name: keyof CustomerValues) => customerMessages.t(name),
  show: { type: (type: CustomerValues['type']) => customerMessages.t(type) },
};

interface CustomerInputsProps {
  form: FormPart<CustomerValues>;
  /** True where the customer cannot be invited without one. */
  needsEmail?: boolean;
  /** Content below the e-mail address. */
  afterEmail?: ReactNode;
  /** True for a customer that exists, who can be archived here too. */
  withArchived?: boolean;
}

/** Shows the fields of a customer: those of a company, or of a private person. */
export function CustomerInputs({ form, needsEmail = false, afterEmail, withArchived }: CustomerInputsProps) {
  const t = useMessages(customerMessages);
  const typeLabel = useId();
  const { onBlur: _, error: __, ...type } = form.field('type');
  return (
    <Stack gap="lg">
      <div>
        <Input.Label id={typeLabel} component="div">
          {t('type')}
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={typeLabel}
          data={customerType.map((value) => ({ value, label: t(value) }))}
          {...type}
        />
      </div>
      {form.values.type === 'COMPANY' ? (
        <>
          <TextInput label={t('companyName')} data-autofocus withAsterisk {...form.field('companyName')} />
          <FieldRow isFolding>
            <TextInput label={t('contactFirstName')} {...form.field('contactFirstName')} />
            <TextInput label={t('contactLastName')} {...form.field('contactLastName')} />
          </FieldRow>
        </>
      ) : (
        <FieldRow isFolding>
          <TextInput label={t('firstName')} data-autofocus {...form.field('firstName')} />
          <TextInput label={t('lastName')} withAsterisk {...form.field('lastName')} />
        </FieldRow>
      )}
      <TextInput
        label={t('email')}
        type="email"
        inputMode="email"
        withAsterisk={needsEmail}
        {...form.field('email')}
      />
      {afterEmail}
      <TextInput label={t('phone')} type="tel" inputMode="tel" {...form.field('phone')} />
      <TextInput label={t('website')} inputMode="url" placeholder="https://" {...form.field('website')} />
      <Textarea label={t('address')} autosize minRows={2} maxRows={6} {...form.field('address')} />
      <TextInput label={t('taxId')} {...form.field('taxId')} />
      {withArchived && <Checkbox label={t('archived')} {...form.checkbox('archived')} />}
      <Text size="sm" c="dimmed">
        {t('whoReads')}
      </Text>
    </Stack>
  );
}
