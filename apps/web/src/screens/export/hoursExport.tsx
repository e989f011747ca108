import type { ExportColumn, ReportGroup } from '@kontor/contract/nouns/exportTemplate';
import { today } from '@kontor/contract/time/day';
import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { markInvoiced } from '../../features/export/actions.ts';
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
import type { FileKind } from '../../features/export/reportEngine.ts';
import { useReport } from '../../features/export/useReport.ts';
import { payrollTexts, periodName, reportTexts } from '../../features/export/words.ts';
import { saveFile } from '../../platform/saveFile.ts';
import { durationText } from '../../platform/table/table.ts';
import { formatMoney } from '../../platform/text/format.ts';
import { language, region, useLanguage } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useCurrency } from '../../platform/workspace/currency.ts';
import { useAll, useWorkspace } from '../../platform/workspace/workspace.ts';
import { ColumnChoice } from './columnChoice.tsx';
import css from './export.module.css';
import { Files } from './files.tsx';
import { Filters } from './filters.tsx';
import { NameDialog } from './nameDialog.tsx';
import { Preview } from './preview.tsx';
import { useFirm, useReportEntries, useReportNames } from './sources.ts';
import { Templates } from './templates.tsx';

const safeName = (name: string) => name.replaceAll(/[\\/:*?"<>|]/g, '-');

/** Chooses hours, shows them as a live table and makes files of them: one's own, or for admins everybody's. */
export function HoursExport({ isOwn }: { isOwn: boolean }) {
  const t = useMessages(exportMessages);
  const lang = useLanguage();
  const { userId } = useWorkspace();
  const seesMoney = useCan('hourlyRate.update') && !isOwn;
  const mayMark = useCan('invoicedHours.create') && !isOwn;
  const currency = useCurrency();
  const [chosen, setChosen] = useState('all');
  const [settings, setSettings] = useState<ExportSettings>(presets.all);
  const [isMarking, setMarking] = useState(false);
  const entries = useReportEntries(isOwn ? userId : undefined);
  const names = useReportNames();
  const rates = useAll('hourlyRate');
  const firm = useFirm();
  const now = today();
  const set = (part: Partial<ExportSettings>) => setSettings({ ...settings, ...part });
  const known = columnsFor(seesMoney);
  const columns = settings.columns.filter((column) =>
    known.includes(column as ExportColumn),
  ) as ExportColumn[];
  const errors = exportErrors({ ...settings, columns });
  const isRight = Object.values(errors).every((error) => error === undefined);
  const columnKey = columns.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the errors and columns follow from the settings; the texts from the language
  const request = useMemo(
    () =>
      isRight
        ? {
            choice: choiceOf(settings, now),
            rounding: roundingOf(settings),
            groups: settings.groups as ReportGroup[],
            columns,
            rates,
            names,
            texts: reportTexts(columns, currency),
            region: region(),
          }
        : undefined,
    [settings, columnKey, now, rates, names, currency, lang],
  );
  const report = useReport(entries, request);
  const { preview, progress } = report;
  const isRecord = settings.groups.includes('customer') && columns.includes('billedTime');
  const title = t(isRecord && !isOwn ? 'workRecordTitle' : 'hoursTitle');
  const period = periodName(daysOf(settings, now));
  const named = [settings.customerIds.map((id) => names.customers.get(id) ?? '').join(', ')].filter(Boolean);

  const rule = roundingOf(settings);
  const basis = { entry: 'basisEntry', day: 'basisDay', total: 'basisTotal' } as const;
  const rounded =
    rule.minutes > 0
      ? [t('roundedBy', { minutes: rule.minutes, direction: t(rule.direction), basis: t(basis[rule.basis]) })]
      : [];
  const make = async (kind: FileKind) => {
    const file = await report.make(kind, {
      title,
      about: [...named, ...(isOwn ? [names.people.get(userId) ?? ''] : []), period, ...rounded],
      firm,
      language: language(),
      words: {
        yes: t('yes'),
        no: t('no'),
        page: t('page'),
        signatures: isRecord && !isOwn ? [t('signCustomer'), t('signFirm', { firm: firm.name })] : [],
      },
      payroll: payrollTexts(),
    });
    const name = kind === 'payroll' ? t('payroll') : title;
    if (file)
      saveFile(file, `${safeName([name, ...named, period].join(' '))}.${kind === 'payroll' ? 'csv' : kind}`);
  };
  const mark = async (name: string) => void markInvoiced(name, await report.openEntries());

  return (
    <div className={css.page}>
      <Text size="sm" c="dimmed">
        {t('computedHere')}
      </Text>
      <Group align="flex-end" gap="sm">
        <Templates
          chosen={chosen}
          settings={{ ...settings, columns }}
          onChoose={(id, next) => {
            setChosen(id);
            setSettings(next);
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
            : t('preparing')}
        </Text>
        <Files
          isReady={isRight && preview !== undefined && preview.count > 0}
          progress={progress}
          onMake={(kind) => void make(kind)}
          onCancel={report.cancel}
        />
      </div>
      {preview && <Preview preview={preview} currency={currency} />}
      {mayMark && preview !== undefined && preview.open > 0 && (
        <Button
          variant="default"
          size="xs"
          className={css.mark!}
          disabled={!isRight}
          onClick={() => setMarking(true)}
        >
          {t('markInvoiced', { count: preview.open })}
        </Button>
      )}
      {isMarking && (
        <NameDialog
          title={t('mark')}
          label={t('invoicedName')}
          hint={t('markBody')}
          first={[title, ...named, period].join(' ')}
          action={t('mark')}
          onName={(name) => void mark(name)}
          onClose={() => setMarking(false)}
        />
      )}
    </div>
  );
}
