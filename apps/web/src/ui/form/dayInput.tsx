import '@mantine/dates/styles.layer.css';
import { DateInput } from '@mantine/dates';
import 'dayjs/locale/de';
import { formatDate } from '../../platform/text/format.ts';
import { useLanguage } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { parseDay } from '../../platform/text/parseDay.ts';
import { uiMessages } from '../messages.ts';

interface DayInputProps {
  label: string;
  /** `YYYY-MM-DD`. */
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  error?: string | undefined;
}

/** A calendar day, typed or picked, in the way the language writes it. */
export function DayInput({ label, value, onChange, error }: DayInputProps) {
  const t = useMessages(uiMessages);
  const language = useLanguage();
  return (
    <DateInput
      label={label}
      value={value ?? null}
      onChange={(day) => onChange(day ?? undefined)}
      valueFormat={(day) => formatDate(day)}
      dateParser={(text) => parseDay(text) ?? null}
      locale={language}
      firstDayOfWeek={1}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      ariaLabels={{ previousMonth: t('previousMonth'), nextMonth: t('nextMonth') }}
      error={error}
    />
  );
}
