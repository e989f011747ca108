import { customerType } from '@kontor/contract/nouns/customer';
import { Checkbox, Input, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { Pair } from '../../ui/form/fieldRow.tsx';
import type { CustomerDraft, CustomerProblems } from './draft.ts';
import { customerMessages } from './messages.ts';

interface CustomerFormProps {
  draft: CustomerDraft;
  change: (part: Partial<CustomerDraft>) => void;
  problems: CustomerProblems;
  /** A new one can have its contact invited, one that exists be archived. */
  isNew: boolean;
}

/** The fields of a customer: those of a company, or of a private person. */
export function CustomerForm({ draft, change, problems, isNew }: CustomerFormProps) {
  const t = useMessages(customerMessages);
  const typeLabel = useId();
  const text = (key: keyof CustomerProblems) => ({
    label: t(key),
    value: draft[key],
    error: problems[key],
    onChange: (event: { currentTarget: { value: string } }) => change({ [key]: event.currentTarget.value }),
  });
  return (
    <Stack gap="lg">
      <div>
        <Input.Label id={typeLabel} component="div">
          {t('type')}
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={typeLabel}
          value={draft.type}
          onChange={(type) => change({ type: type as CustomerDraft['type'] })}
          data={customerType.map((type) => ({ value: type, label: t(type) }))}
        />
      </div>
      {draft.type === 'COMPANY' ? (
        <>
          <TextInput {...text('companyName')} data-autofocus withAsterisk />
          <Pair isFolding>
            <TextInput {...text('contactFirstName')} />
            <TextInput {...text('contactLastName')} />
          </Pair>
        </>
      ) : (
        <Pair isFolding>
          <TextInput {...text('firstName')} data-autofocus />
          <TextInput {...text('lastName')} withAsterisk />
        </Pair>
      )}
      <TextInput {...text('email')} type="email" inputMode="email" withAsterisk={draft.invite} />
      {isNew && (
        <Checkbox
          label={t('invite')}
          description={t('inviteHint')}
          checked={draft.invite}
          onChange={(event) => change({ invite: event.currentTarget.checked })}
        />
      )}
      <TextInput {...text('phone')} type="tel" inputMode="tel" />
      <TextInput {...text('website')} inputMode="url" placeholder="https://" />
      <Textarea {...text('address')} autosize minRows={2} maxRows={6} />
      <TextInput {...text('taxId')} />
      {!isNew && (
        <Checkbox
          label={t('archived')}
          checked={draft.archived}
          onChange={(event) => change({ archived: event.currentTarget.checked })}
        />
      )}
      <Text size="sm" c="dimmed">
        {t('whoReads')}
      </Text>
    </Stack>
  );
}
