import type { ExportColumn, ReportGroup } from '@kontor/contract/nouns/exportTemplate';
import { durationText } from '@kontor/table/table';
import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import {
  choiceOf,
  columnsFor,
  daysOf,
  type ExportSettings,
  exportErrors,
  presets,
  roundingOf,
} from '../../features/export/exportSettings.ts';
import { exportMessages } from '../../features/export/messages.ts';
import type { FileHead, FileKind, PayrollHead, ReportRequest } from '../../features/export/reportEngine.ts';
import type { ReportNames } from '../../features/export/reportTable.ts';
import { useReport } from '../../features/export/useReport.ts';
import {
  payrollTexts,
  periodName,
  reportTexts,
  roundingWords,
  runningText,
} from '../../features/export/words.ts';
import { useRemembered } from '../../platform/draft/drafts.ts';
import { saveFile } from '../../platform/saveFile.ts';
import { formatMoney } from '../../platform/text/format.ts';
import { language, region, useLanguage } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useToday } from '../../platform/today.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useCurrency } from '../../platform/workspace/currency.ts';
import { useMay } from '../../platform/workspace/entitlement.ts';
import { useAll, useWorkspace } from '../../platform/workspace/workspace.ts';
import { PlanNotice } from '../../ui/planNotice.tsx';
import { ColumnChoice } from './columnChoice.tsx';
import css from './export.module.css';
import { Files } from './files.tsx';
import { Filters } from './filters.tsx';
import { Marking } from './marking.tsx';
import { Preview } from './preview.tsx';
import { useFirm, usePayrollPeople, useReportEntries, useReportNames } from './sources.ts';
import { Templates } from './templates.tsx';

const safeName = (name: string) => name.replaceAll(/[\\/:*?"<>|]/g, '-');

/** Returns what a report is asked for; undefined while the settings are wrong. The same until one of them changes. */
function useRequest(
  settings: ExportSettings,
  { columns, isRight, names }: { columns: ExportColumn[]; isRight: boolean; names: ReportNames },
): ReportRequest | undefined {
  const lang = useLanguage();
  const currency = useCurrency();
  const rates = useAll('hourlyRate');
  const today = useToday();
  const columnKey = columns.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: errors and columns follow from the settings, texts from the language
  return useMemo(
    () =>
      isRight
        ? {
            choice: choiceOf(settings, today),
            rounding: roundingOf(settings),
            groups: settings.groups as ReportGroup[],
            columns,
            rates,
            names,
            texts: reportTexts(columns, currency),
            region: region(),
          }
        : undefined,
    [settings, columnKey, today, rates, names, currency, lang],
  );
}

/** Returns the title and the lines above an export's table, and what its file is called. */
function useHead(settings: ExportSettings, names: ReportNames, isOwn: boolean) {
  const t = useMessages(exportMessages);
  const { userId } = useWorkspace();
  const firm = useFirm();
  const payrollPeople = usePayrollPeople(isOwn ? userId : undefined);
  const isRecord = !isOwn && settings.groups.includes('customer') && settings.columns.includes('billedTime');
  const title = t(isRecord ? 'workRecordTitle' : 'hoursTitle');
  const period = periodName(daysOf(settings, useToday()));
  const customers = settings.customerIds.flatMap((id) => names.customers.get(id) ?? []).join(', ');
  const of = [...(customers ? [customers] : []), ...(isOwn ? [names.people.get(userId) ?? ''] : [])];
  const head = (): FileHead & { payroll: PayrollHead } => ({
    title,
    about: [...of, period, ...roundingWords(roundingOf(settings))],
    firm,
    language: language(),
    words: {
      yes: t('yes'),
      no: t('no'),
      page: t('page'),
      signatures: isRecord ? [t('signCustomer'), t('signFirm', { firm: firm.name })] : [],
    },
    payroll: { texts: payrollTexts(), people: payrollPeople() },
  });
  const nameOf = (what: string) => [what, ...of, period].join(' ');
  return { head, nameOf, title, payrollName: `${t('payrollName')} ${period}` };
}

/** Chooses hours, shows them as a live table and makes files of them, where the plan includes it. */
export function HoursExport({ isOwn }: { isOwn: boolean }) {
  return useMay('export') ? <Exporter isOwn={isOwn} /> : <PlanNotice feature="export" />;
}

interface ExportView {
  /** A preset's name, or a template's id. */
  chosen: string;
  /** As that had the settings when it was chosen, or saved. */
  asChosen: ExportSettings;
  settings: ExportSettings;
}

/** The export of all hours that nobody has narrowed down. */
const everything: ExportView = { chosen: 'all', asChosen: presets.all, settings: presets.all };

/** Shows the export of one's own hours, or for admins of everybody's. */
function Exporter({ isOwn }: { isOwn: boolean }) {
  const t = useMessages(exportMessages);
  const { userId } = useWorkspace();
  const seesMoney = useCan('hourlyRate.update') && !isOwn;
  const mayMark = useCan('invoicedHours.create') && !isOwn;
  const currency = useCurrency();
  const [view, setView] = useRemembered(isOwn ? 'own export' : 'export', everything);
  const { chosen, asChosen, settings } = view;
  const entries = useReportEntries(isOwn ? userId : undefined);
  const names = useReportNames();
  const set = (part: Partial<ExportSettings>) => setView({ ...view, settings: { ...settings, ...part } });
  const known = columnsFor(seesMoney);
  const columns = settings.columns.filter((column) =>
    known.includes(column as ExportColumn),
  ) as ExportColumn[];
  const errors = exportErrors({ ...settings, columns });
  const isRight = Object.values(errors).every((error) => error === undefined);
  const request = useRequest(settings, { columns, isRight, names });
  const about = `${isOwn ? 'own ' : ''}${JSON.stringify(request?.choice)}`;
  /** The rows that the last file of these hours held, however it was laid out. */
  const [sent, setSent] = useRemembered<ReadonlySet<string> | undefined>(`export file ${about}`, undefined);
  const report = useReport(entries, request);
  const { preview, hasFailed, progress } = report;
  const { head, nameOf, title, payrollName } = useHead({ ...settings, columns }, names, isOwn);
  const make = async (kind: FileKind) => {
    const made = await report.make(kind, head());
    if (!made) return;
    const isList = kind === 'payroll';
    saveFile(made.file, `${safeName(isList ? payrollName : nameOf(title))}.${isList ? 'csv' : kind}`);
    if (!isList) setSent(made.held);
    else if (preview && preview.payrollRunning > 0)
      toast.info(runningText(preview.payrollRunning, false, false));
  };

  return (
    <div className={css.page}>
      <Text size="sm" c="dimmed">
        {t('computedHere')}
      </Text>
      <Group align="flex-end" gap="sm">
        <Templates
          chosen={chosen}
          asChosen={asChosen}
          settings={{ ...settings, columns }}
          onChoose={(id, next) => {
            // The people that a template names do not count among one's own hours.
            const chosenSettings = isOwn ? { ...next, userIds: [] } : next;
            setView({ chosen: id, asChosen: next, settings: chosenSettings });
          }}
          maySave={isRight}
          isOwn={isOwn}
        />
        <ColumnChoice
          columns={columns}
          onChange={(next) => set({ columns: next })}
          seesMoney={seesMoney}
          currency={currency}
          error={errors.columns}
        />
      </Group>
      <Filters settings={settings} errors={errors} set={set} names={names} isOwn={isOwn} />
      <div className={css.bar}>
        <Text size="sm" className="figures" role="status">
          {preview
            ? [
                t('countRows', { count: preview.count }),
                t('worked', { time: durationText(preview.sums.actual) }),
                t('billed', { time: durationText(preview.sums.billed) }),
                ...(seesMoney ? [formatMoney(preview.sums.amount, currency)] : []),
              ].join(' · ')
            : t(hasFailed ? 'notCounted' : 'preparing')}
        </Text>
        <Files
          isReady={isRight && preview !== undefined}
          hasRows={preview !== undefined && preview.count > 0}
          progress={progress}
          onMake={(kind) => void make(kind)}
          onCancel={report.cancel}
        />
      </div>
      {preview !== undefined && preview.running > 0 && (
        <Text size="sm" role="status">
          {runningText(preview.running, preview.isLeftOut, mayMark)}
        </Text>
      )}
      {preview && <Preview preview={preview} currency={currency} />}
      {mayMark && preview !== undefined && (
        <Marking preview={preview} report={report} sent={sent} isRight={isRight} first={nameOf(title)} />
      )}
    </div>
  );
}
