import { addDays } from '@kontor/contract/time/day';
import { Button, Loader } from '@mantine/core';
import '@mantine/core/styles/Loader.layer.css';
import { formatDayAndYear } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useToday } from '../../../platform/today.ts';
import { roomMessages } from '../messages.ts';
import type { StreamRow } from './rows.ts';
import css from './stream.module.css';

interface StreamHeadProps {
  isOpen: boolean;
  isStart: boolean;
  isEmpty: boolean;
  hasFailed: boolean;
  name: string;
  onRetry: () => void;
}

/** Stands before the first row: the beginning, or that more is being brought. */
export function StreamHead({ isOpen, isStart, isEmpty, hasFailed, name, onRetry }: StreamHeadProps) {
  const t = useMessages(roomMessages);
  if (hasFailed)
    return (
      <>
        {t('olderOffline')} <Retry onRetry={onRetry} />
      </>
    );
  if (!isOpen || !isStart) return <Loader size="xs" color="gray" aria-label={t('olderLoading')} />;
  return isEmpty ? t('begunEmpty') : t('begins', { name });
}

function Retry({ onRetry }: { onRetry: () => void }) {
  const t = useMessages(roomMessages);
  return (
    <Button variant="subtle" size="compact-xs" onClick={onRetry}>
      {t('olderRetry')}
    </Button>
  );
}

interface DividerProps {
  row: Exclude<StreamRow, { kind: 'message' }>;
  hasFailed: boolean;
  onRetry: () => void;
}

/** Shows a line across the list: a day, what is new, what is missing. */
export function Divider({ row, hasFailed, onRetry }: DividerProps) {
  const t = useMessages(roomMessages);
  const today = useToday();
  if (row.kind === 'gap')
    return (
      <div className={css.gap}>
        {t('gap')} {hasFailed && <Retry onRetry={onRetry} />}
      </div>
    );
  if (row.kind === 'new')
    return (
      <div className={css.new}>
        <span>{t('newLine')}</span>
      </div>
    );
  const { day } = row;
  const word =
    day === today ? t('today') : day === addDays(today, -1) ? t('yesterday') : formatDayAndYear(day);
  return (
    <div className={css.day}>
      <span>{word}</span>
    </div>
  );
}
