import { invoicedHours } from '@kontor/contract/nouns/invoicedHours';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { markInvoiced } from '../../features/export/actions.ts';
import { exportMessages } from '../../features/export/messages.ts';
import type { ReportPreview, ToMark } from '../../features/export/reportEngine.ts';
import type { LiveReport } from '../../features/export/useReport.ts';
import { reportFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import css from './export.module.css';
import { AskNameDialog } from './nameDialog.tsx';

interface MarkingProps {
  preview: ReportPreview;
  report: LiveReport;
  /** The rows that a file of this report held, as it was last made. */
  sent: ReadonlySet<string> | undefined;
  /** False while the settings are wrong. */
  isRight: boolean;
  /** The name that is offered. */
  first: string;
}

/** Marks as invoiced what the last file of a report held or, before there is one, what is shown when it is asked for. */
export function Marking({ preview, report, sent, isRight, first }: MarkingProps) {
  const t = useMessages(exportMessages);
  const [asked, setAsked] = useState<ToMark>();
  const tryMarking = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      reportFailure(error, t('markFailed'));
    }
  };
  const ask = () =>
    tryMarking(async () => {
      const found = await report.toMark(sent);
      if (found.count > 0) setAsked(found);
      else toast.error(found.since > 0 ? t('noneOfFile', { count: found.since }) : t('nothingToMark'));
    });
  const mark = (name: string, { held }: ToMark) =>
    tryMarking(async () => markInvoiced(name, await report.openEntries(held)));
  const since = asked && asked.since > 0 ? [t('cameSince', { count: asked.since })] : [];
  return (
    <>
      {preview.open > 0 && (
        <Button
          variant="default"
          size="xs"
          className={css.mark!}
          disabled={!isRight}
          onClick={() => void ask()}
        >
          {t('markInvoiced', { count: preview.open })}
        </Button>
      )}
      {asked && (
        <AskNameDialog
          title={t('mark')}
          label={t('invoicedName')}
          hint={[t('markBody', { count: asked.count }), ...since].join(' ')}
          first={first}
          maxLength={invoicedHours.sealed.exportName.maxLength}
          action={t('mark')}
          onName={(name) => void mark(name, asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
