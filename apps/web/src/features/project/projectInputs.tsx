import { type ScopeAccess, scopeAccess } from '@kontor/contract/entity/scopeKind';
import { type ProjectType, projectType } from '@kontor/contract/nouns/project';
import type { Currency } from '@kontor/contract/text/currency';
import { Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import type { ReactNode } from 'react';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
import { FieldRow } from '../../ui/form/fieldRow.tsx';
import type { FormPart } from '../../ui/form/useForm.ts';
import type { Name } from '../../ui/form/versions.ts';
import { AdmittedBy } from '../../ui/person/admittedBy.tsx';
import { LeadInput } from '../../ui/person/leadInput.tsx';
import type { People } from '../../ui/person/people.tsx';
import { nameOf, namesOf, PeopleInput } from '../../ui/person/peopleInput.tsx';
import type { OnPictures } from '../../ui/richText/paste.ts';
import { RichTextInput } from '../../ui/richText/richTextInput.tsx';
import type { ProjectFormValues } from './actions.ts';
import { projectMessages } from './messages.ts';
import { type RateLine, rateName } from './money/moneyFields.ts';
import { MoneyInputs } from './money/moneyInputs.tsx';
import { typeIn } from './projectFields.ts';

const ownTypes = projectType.filter((type) => type !== 'CUSTOMER_PROJECT');

/** The customers that a project can be for. */
type Customers = readonly { id: string; name: string }[];

const labels = { memberIds: 'members', customerId: 'customer' } as const;

/** Returns the labels and texts with which a project's form shows its fields. */
export const projectWords = (people: People, customers: Customers) => ({
  labelOf: (name: Name<ProjectFormValues>) =>
    projectMessages.t(name === 'memberIds' || name === 'customerId' ? labels[name] : name),
  show: {
    memberIds: (ids: string[]) => namesOf(ids, people),
    leadId: (id: string) => nameOf(id, people),
    customerId: (id: string) => customers.find((customer) => customer.id === id)?.name ?? '',
    type: (type: ProjectType) => projectMessages.t(type),
    access: (access: ScopeAccess) => projectMessages.t(access),
    rates: (rates: RateLine[]) =>
      rates
        .map(({ userId, rate, from }) =>
          [rateName(userId, people), rate, from && projectMessages.t('from', { day: formatDate(from) })]
            .filter(Boolean)
            .join(' '),
        )
        .join(', '),
  },
});

interface ProjectInputsProps {
  form: FormPart<ProjectFormValues>;
  /** Of an admin, who sees the money. */
  currency: Currency | undefined;
  people: People;
  /** Those who can be members. */
  colleagues: People;
  /** The id of the person editing, who keeps access to a private project only as a member; undefined for an admin. */
  ownId: string | undefined;
  customers: Customers;
  /** Of one that exists, which can be archived here too. */
  projectId: string | undefined;
  /** Takes pictures that are pasted into the description. */
  onPictures: OnPictures;
  /** Shown below the description. */
  children?: ReactNode;
}

/** Shows the fields of a project. */
export function ProjectInputs(props: ProjectInputsProps) {
  const { form, people, colleagues, ownId, customers, projectId, onPictures, children, currency } = props;
  const t = useMessages(projectMessages);
  const { access, customerId } = form.values;
  return (
    <Stack gap="lg">
      <TextInput label={t('name')} data-autofocus withAsterisk {...form.field('name')} />
      {(customers.length > 0 || customerId) && (
        <Select
          label={t('customer')}
          placeholder={t('noCustomer')}
          description={customerId && t(access === 'private' ? 'customerSeesNothing' : 'customerSees')}
          inputWrapperOrder={['label', 'input', 'description']}
          data={customers.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('noCustomer') }}
          nothingFoundMessage={t('noCustomerFound')}
          {...form.choice('customerId')}
        />
      )}
      <PeopleInput
        label={t('members')}
        placeholder={t('membersHint')}
        nothingFound={t('nobodyFound')}
        people={people}
        offered={colleagues}
        {...form.field('memberIds')}
      />
      <LeadInput
        label={t('leadId')}
        people={people}
        personIds={form.values.memberIds}
        {...form.choice('leadId')}
      />
      {projectId !== undefined && access === 'private' && <AdmittedBy scopeId={projectId} people={people} />}
      <Radio.Group
        label={t('access')}
        description={access === 'private' && ownId !== undefined ? t('selfStays') : undefined}
        inputWrapperOrder={['label', 'input', 'description']}
        {...form.field('access')}
      >
        <Stack gap="xs" mt="xs">
          {scopeAccess.map((each) => (
            <Radio key={each} value={each} label={t(each)} />
          ))}
        </Stack>
      </Radio.Group>
      {!customerId && (
        <Select
          label={t('type')}
          data={ownTypes.map((type) => ({ value: type, label: t(type) }))}
          allowDeselect={false}
          {...form.choice('type')}
          value={typeIn(form.values)}
        />
      )}
      <FieldRow>
        <DayInput label={t('startDate')} {...form.field('startDate')} />
        <DayInput label={t('endDate')} {...form.field('endDate')} />
      </FieldRow>
      <TextInput label={t('timeBudget')} placeholder={t('timeBudgetHint')} {...form.field('timeBudget')} />
      {currency && (
        <MoneyInputs form={form} memberIds={form.values.memberIds} people={people} currency={currency} />
      )}
      <TextInput label={t('customField')} {...form.field('customField')} />
      <RichTextInput
        label={t('description')}
        placeholder={t('descriptionHint')}
        onPictures={onPictures}
        {...form.field('description')}
      />
      {children}
      {projectId !== undefined && <Checkbox label={t('archived')} {...form.checkbox('archived')} />}
    </Stack>
  );
}
