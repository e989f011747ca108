import {
  billableFilters,
  exportPeriods,
  invoicedFilters,
  reportGroups,
  roundingBases,
  roundingDirections,
} from '@kontor/contract/nouns/exportTemplate';
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { ExportErrors, ExportSettings } from '../../features/export/exportSettings.ts';
import { exportMessages } from '../../features/export/messages.ts';
import type { ReportNames } from '../../features/export/reportTable.ts';
import { basisName, groupName } from '../../features/export/words.ts';
import { compareWords } from '../../platform/text/compare.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { parseDay } from '../../platform/text/parseDay.ts';
import { useAll } from '../../platform/workspace/workspace.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
import css from './export.module.css';

export interface FiltersProps {
  settings: ExportSettings;
  errors: ExportErrors;
  set: (part: Partial<ExportSettings>) => void;
  names: ReportNames;
  /** One's own hours alone: nobody to choose. */
  isOwn: boolean;
}

/** Groups in one another. */
const maxGroups = 3;

const choices = (names: ReadonlyMap<string, string>) =>
  [...names].map(([value, label]) => ({ value, label })).sort((a, b) => compareWords(a.label, b.label));

/** Chooses whose and which hours are exported, how they are put together and rounded. */
export function Filters({ settings, errors, set, names, isOwn }: FiltersProps) {
  const t = useMessages(exportMessages);
  const projects = useAll('project');
  const heads = useAll('workingTime');
  const projectNames = useMemo(
    () => choices(new Map(projects.map(({ id, name }) => [id, name]))),
    [projects],
  );
  const people = useMemo(
    () =>
      choices(
        new Map(
          heads.flatMap(({ userId }) => {
            const name = names.people.get(userId);
            return name === undefined ? [] : [[userId, name] as const];
          }),
        ),
      ),
    [heads, names],
  );
  const customers = useMemo(() => choices(names.customers), [names]);
  const many = (key: 'userIds' | 'customerIds' | 'projectIds', known: typeof people, none: string) => ({
    // What was chosen earlier and was deleted meanwhile has no name, and its hours are still found by it.
    data: [
      ...known,
      ...settings[key]
        .filter((id) => known.every(({ value }) => value !== id))
        .map((value) => ({ value, label: t('noLonger') })),
    ],
    value: settings[key],
    onChange: (ids: string[]) => set({ [key]: ids }),
    ...(settings[key].length === 0 && { placeholder: none }),
    searchable: true,
    clearable: true,
    nothingFoundMessage: t('nothingFound'),
    size: 'xs' as const,
  });
  const dayField = (key: 'from' | 'to') => ({
    name: key,
    label: t(key),
    value: settings[key],
    onChange: (day: string | { currentTarget: { value: string } }) =>
      set({ [key]: typeof day === 'string' ? day : day.currentTarget.value }),
    onBlur: () => undefined,
    error: errors[key],
    'aria-invalid': errors[key] ? (true as const) : undefined,
    size: 'xs',
  });
  return (
    <div className={css.filters}>
      <NativeSelect
        label={t('period')}
        size="xs"
        value={settings.period}
        onChange={(event) => set({ period: event.currentTarget.value as ExportSettings['period'] })}
        data={exportPeriods.map((value) => ({ value, label: t(value) }))}
      />
      {settings.period === 'custom' && (
        <>
          <DayInput toward="past" {...dayField('from')} />
          <DayInput
            toward={parseDay(settings.from) === settings.from ? { since: settings.from } : 'past'}
            {...dayField('to')}
          />
        </>
      )}
      {!isOwn && <MultiSelect label={t('people')} {...many('userIds', people, t('everybody'))} />}
      <MultiSelect label={t('customers')} {...many('customerIds', customers, t('allCustomers'))} />
      <MultiSelect label={t('projects')} {...many('projectIds', projectNames, t('allProjects'))} />
      <NativeSelect
        label={t('billableChoice')}
        size="xs"
        value={settings.billable}
        onChange={(event) => set({ billable: event.currentTarget.value as ExportSettings['billable'] })}
        data={billableFilters.map((value) => ({ value, label: t(value) }))}
      />
      <NativeSelect
        label={t('invoicedChoice')}
        size="xs"
        value={settings.invoiced}
        onChange={(event) => set({ invoiced: event.currentTarget.value as ExportSettings['invoiced'] })}
        data={invoicedFilters.map((value) => ({ value, label: t(value) }))}
      />
      <MultiSelect
        label={t('groups')}
        size="xs"
        data={reportGroups.map((value) => ({ value, label: groupName(value) }))}
        value={settings.groups}
        onChange={(groups) => set({ groups })}
        maxValues={maxGroups}
        {...(settings.groups.length === 0 && { placeholder: t('noGroups') })}
        clearable
      />
      <fieldset className={css.rounding}>
        <legend>{t('rounding')}</legend>
        <TextInput
          aria-label={t('roundingMinutes')}
          placeholder={t('notRounded')}
          size="xs"
          inputMode="numeric"
          maxLength={4}
          value={settings.roundingMinutes}
          onChange={(event) => set({ roundingMinutes: event.currentTarget.value })}
          error={errors.roundingMinutes}
        />
        <NativeSelect
          aria-label={t('roundingDirection')}
          size="xs"
          value={settings.roundingDirection}
          onChange={(event) =>
            set({ roundingDirection: event.currentTarget.value as ExportSettings['roundingDirection'] })
          }
          data={roundingDirections.map((value) => ({ value, label: t(value) }))}
        />
        <NativeSelect
          aria-label={t('roundingBasis')}
          size="xs"
          value={settings.roundingBasis}
          onChange={(event) =>
            set({ roundingBasis: event.currentTarget.value as ExportSettings['roundingBasis'] })
          }
          data={roundingBases.map((value) => ({ value, label: basisName(value) }))}
        />
      </fieldset>
    </div>
  );
}
