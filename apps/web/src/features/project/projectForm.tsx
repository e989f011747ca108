import { projectType } from '@kontor/contract/project';
import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useMessages } from '../../platform/messages.ts';
import { DayInput } from '../../ui/dayInput.tsx';
import { RichTextInput } from '../../ui/richText/richTextInput.tsx';
import type { ProjectDraft, ProjectProblems } from './draft.ts';
import { projectMessages } from './messages.ts';
import css from './project.module.css';

interface ProjectFormProps {
  draft: ProjectDraft;
  change: (part: Partial<ProjectDraft>) => void;
  problems: ProjectProblems;
  /** Projects that exist can be archived here too. */
  withArchived: boolean;
}

/** The fields of a project. */
export function ProjectForm({ draft, change, problems, withArchived }: ProjectFormProps) {
  const t = useMessages(projectMessages);
  // A project for a customer needs the customer, and there are none yet.
  const types = projectType.filter((type) => type !== 'CUSTOMER_PROJECT' || draft.type === type);
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
      <Select
        label={t('type')}
        data={types.map((type) => ({ value: type, label: t(type) }))}
        value={draft.type}
        onChange={(type) => type && change({ type })}
        allowDeselect={false}
      />
      <div className={css.pair}>
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
      </div>
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
