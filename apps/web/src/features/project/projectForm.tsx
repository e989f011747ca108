import { type ScopeAccess, scopeAccess } from '@kontor/contract/entity/scopeKind';
import { projectType } from '@kontor/contract/nouns/project';
import { Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { useMessages } from '../../platform/text/messages.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
import { Pair } from '../../ui/form/fieldRow.tsx';
import type { People } from '../../ui/person/people.tsx';
import { PeopleInput } from '../../ui/person/peopleInput.tsx';
import { RichTextInput } from '../../ui/richText/richTextInput.tsx';
import { type ProjectDraft, type ProjectProblems, typeIn } from './draft.ts';
import { projectMessages } from './messages.ts';

const ownTypes = projectType.filter((type) => type !== 'CUSTOMER_PROJECT');

interface ProjectFormProps {
  draft: ProjectDraft;
  change: (part: Partial<ProjectDraft>) => void;
  problems: ProjectProblems;
  /** Everybody who works here. */
  people: People;
  /** Who edits, where they are among the members of a private project for that; undefined for an admin. */
  ownId: string | undefined;
  /** Those whose project it can be. */
  customers: readonly { id: string; name: string }[];
  /** Projects that exist can be archived here too. */
  withArchived: boolean;
}

/** The fields of a project. */
export function ProjectForm(props: ProjectFormProps) {
  const { draft, change, problems, people, ownId, customers, withArchived } = props;
  const t = useMessages(projectMessages);
  return (
    <Stack gap="lg">
      <TextInput
        label={t('name')}
        value={draft.name}
        error={problems.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        data-autofocus
        withAsterisk
      />
      {(customers.length > 0 || draft.customerId) && (
        <Select
          label={t('customer')}
          placeholder={t('noCustomer')}
          description={
            draft.customerId && t(draft.access === 'private' ? 'customerSeesNothing' : 'customerSees')
          }
          inputWrapperOrder={['label', 'input', 'description']}
          data={customers.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.customerId ?? null}
          onChange={(customerId) => change({ customerId: customerId ?? undefined })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('noCustomer') }}
          nothingFoundMessage={t('noCustomerFound')}
        />
      )}
      <PeopleInput
        label={t('members')}
        placeholder={t('membersHint')}
        nothingFound={t('nobodyFound')}
        people={people}
        value={draft.memberIds}
        onChange={(memberIds) => change({ memberIds })}
      />
      <Radio.Group
        label={t('access')}
        description={draft.access === 'private' && ownId !== undefined ? t('selfStays') : undefined}
        inputWrapperOrder={['label', 'input', 'description']}
        value={draft.access}
        onChange={(access) => change({ access: access as ScopeAccess })}
      >
        <Stack gap="xs" mt="xs">
          {scopeAccess.map((access) => (
            <Radio key={access} value={access} label={t(access)} />
          ))}
        </Stack>
      </Radio.Group>
      {!draft.customerId && (
        <Select
          label={t('type')}
          data={ownTypes.map((type) => ({ value: type, label: t(type) }))}
          value={typeIn(draft)}
          onChange={(type) => type && change({ type })}
          allowDeselect={false}
        />
      )}
      <Pair>
        <DayInput
          label={t('startDate')}
          value={draft.startDate}
          onChange={(startDate) => change({ startDate })}
        />
        <DayInput
          label={t('endDate')}
          value={draft.endDate}
          onChange={(endDate) => change({ endDate })}
          error={problems.endDate}
        />
      </Pair>
      <TextInput
        label={t('customField')}
        value={draft.customField}
        error={problems.customField}
        onChange={(event) => change({ customField: event.currentTarget.value })}
      />
      <RichTextInput
        label={t('description')}
        placeholder={t('descriptionHint')}
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      {withArchived && (
        <Checkbox
          label={t('archived')}
          checked={draft.archived}
          onChange={(event) => change({ archived: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
