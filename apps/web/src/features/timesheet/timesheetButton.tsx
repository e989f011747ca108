import type { FirmHead } from '@kontor/table/table';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '../../platform/saveFile.ts';
import { formatMonth } from '../../platform/text/format.ts';
import { language, region } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { timesheetMessages } from './messages.ts';
import { type TimesheetLine, type TimesheetSums, timesheetTable } from './timesheetTable.ts';

interface TimesheetButtonProps {
  name: string;
  /** Its first day. */
  month: string;
  lines: readonly TimesheetLine[];
  sums: TimesheetSums;
  /** None until what the firm says of itself is here. */
  firm: FirmHead | undefined;
}

/** Hands out a month's timesheet as a PDF, with lines for the person and the firm to sign on. */
export function TimesheetButton({ name, month, lines, sums, firm }: TimesheetButtonProps) {
  const t = useMessages(timesheetMessages);
  const [isMaking, setMaking] = useState(false);
  const make = async () => {
    if (!firm) return;
    setMaking(true);
    try {
      const [{ writePdf }, { loadFonts }] = await Promise.all([
        import('@kontor/table/pdf'),
        import('../../platform/pdfFonts.ts'),
      ]);
      const keys = [
        'day',
        'begin',
        'end',
        'pause',
        'net',
        'target',
        'balance',
        'remark',
        'total',
        'page',
      ] as const;
      const words = Object.fromEntries(keys.map((key) => [key, t(key)])) as Record<
        (typeof keys)[number],
        string
      >;
      const table = timesheetTable({
        title: t('timesheet'),
        about: [name, formatMonth(month)],
        firm,
        lines,
        sums,
        texts: { ...words, signatures: [name, firm.name].map((who) => t('signPerson', { name: who })) },
        language: language(),
        region: region(),
      });
      const file = await writePdf(table, await loadFonts(), () => {});
      saveFile(file, `${t('fileName', { month: formatMonth(month), name })}.pdf`);
    } catch (failure) {
      toast.error(t('failed'));
      reportError(failure);
    }
    setMaking(false);
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={isMaking || !firm}
      leftSection={<Icon of={IconDownload} size={16} />}
      onClick={() => void make()}
    >
      {t('download')}
    </Button>
  );
}
