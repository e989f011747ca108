import '@mantine/dates/styles.layer.css';
import { DateInput } from '@mantine/dates';
import 'dayjs/locale/de';
import { formatDate } from '../../platform/text/format.ts';
import { useLanguage } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { parseDay } from '../../platform/text/parseDay.ts';
import { uiMessages } from '../messages.ts';
import type { FieldProps } from './useForm.ts';

/** A calendar day `YYYY-MM-DD`, typed or picked, in the way the language writes it; empty for none. */
export function DayInput({ value, onChange, ...field }: FieldProps<string> & { label: string }) {
  const t = useMessages(uiMessages);
  const language = useLanguage();
  return (
    <DateInput
      {...field}
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
      valueFormat={(day) => formatDate(day)}
      dateParser={(text) => parseDay(text) ?? null}
      locale={language}
      firstDayOfWeek={1}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      ariaLabels={{ previousMonth: t('previousMonth'), nextMonth: t('nextMonth') }}
    />
  );
}
