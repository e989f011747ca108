import '@mantine/dates/styles.layer.css';
import { DateInput } from '@mantine/dates';
import 'dayjs/locale/de';
import { addDays, weekday } from '@kontor/contract/time/day';
import { type FormEvent, useEffect, useReducer, useRef, useState } from 'react';
import type { Toward } from '../../platform/text/dayWords.ts';
import { formatDate } from '../../platform/text/format.ts';
import { useLanguage } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { parseDay } from '../../platform/text/parseDay.ts';
import { useToday } from '../../platform/today.ts';
import { uiMessages } from '../messages.ts';
import css from './dayInput.module.css';
import type { FieldProps } from './useForm.ts';

interface DayInputProps extends FieldProps<string> {
  label: string;
  /** Says the label only to those who cannot see, as beside another field. */
  isBare?: boolean;
  placeholder?: string;
  /** Offers the days that are chosen most often, e.g. for what is due. */
  hasPicks?: boolean;
  /** The side of today on which `28.12.` and `Friday` lie; `nearest` for whichever is closer; `{ since }` for the end of what begins on that day. */
  toward?: Toward;
  /** True to leave the field at once with a day that is picked or cleared, so that it is stored as other choices are. */
  isInPlace?: boolean;
}

/** Writes a text into a field as if it were typed. */
function write(field: HTMLInputElement, text: string): void {
  // React looks at the value that was there before.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Shows a calendar day `YYYY-MM-DD`, typed in figures or words or picked; empty for none. What is typed and no day is the
 * value as it stands, so that it stays in the field and the form says what is wrong with it.
 */
export function DayInput({
  label,
  isBare = false,
  value,
  onChange,
  hasPicks = false,
  toward = 'future',
  isInPlace = false,
  ...field
}: DayInputProps) {
  const t = useMessages(uiMessages);
  const language = useLanguage();
  const today = useToday();
  const isTyped = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const isOpen = useRef(false);
  const [drawing, drawAnew] = useReducer((count: number) => count + 1, 0);
  /** True while the field is made to show a day that nobody typed here. */
  const isShowing = useRef(false);
  /** The value that the field shows: the newest that was typed or picked in it, or given to it. */
  const shown = useRef(value);
  const change = (next: string) => {
    shown.current = next;
    onChange(next);
  };
  const read = (text: string) => parseDay(text, undefined, undefined, toward);
  const isDay = parseDay(value) === value;
  // While its calendar is open, Mantine's field goes on showing the day of before: whoever typed then would write over one
  // that they did not see.
  useEffect(() => {
    const before = shown.current;
    if (value === before) return;
    shown.current = value;
    // To Mantine's field a text that is no day is as empty as nothing, which it goes on showing.
    if (value === '' && parseDay(before) !== before && input.current !== document.activeElement) drawAnew();
    if (!isOpen.current) return;
    isShowing.current = true;
    write(input.current!, isDay ? formatDate(value) : value);
    isShowing.current = false;
  }, [value, isDay]);
  // Mantine's field shows what is typed and no day, but not what comes back as such.
  const [brought] = useState(value);
  const isBrought = value !== '' && !isDay && value === brought;
  const picks = [
    { value: today, label: t('today') },
    { value: addDays(today, 1), label: t('tomorrow') },
    { value: addDays(today, 7 - weekday(today)), label: t('nextMonday') },
    { value: addDays(today, 7), label: t('inAWeek') },
  ];
  const onInput = (event: FormEvent<HTMLInputElement>) => {
    if (isShowing.current) return;
    const text = event.currentTarget.value.trim();
    isTyped.current = !text || read(text) !== undefined;
    if (!isTyped.current) change(text);
  };
  /** Takes the day that was typed, which comes behind its key, or picked. */
  const take = (day: string | null) => {
    if (isShowing.current) return;
    change(day ?? '');
    if (isInPlace && !isTyped.current) field.onBlur();
    isTyped.current = false;
  };
  return (
    <DateInput
      key={drawing}
      {...field}
      ref={input}
      popoverProps={{
        onOpen: () => {
          isOpen.current = true;
        },
        onClose: () => {
          isOpen.current = false;
        },
      }}
      {...(isBare ? { 'aria-label': label } : { label })}
      {...(isBrought && { description: t('hadTyped', { text: value }) })}
      value={isDay ? value : null}
      onChange={take}
      onInput={onInput}
      fixOnBlur={isDay || value === ''}
      valueFormat={(day) => formatDate(day)}
      dateParser={(text) => read(text) ?? null}
      locale={language}
      firstDayOfWeek={1}
      withWeekNumbers
      highlightToday
      {...(hasPicks && { presets: picks })}
      classNames={{ presetsRoot: css.root!, presetsList: css.picks!, presetButton: css.pick! }}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      ariaLabels={{
        previousMonth: t('previousMonth'),
        nextMonth: t('nextMonth'),
        previousYear: t('previousYear'),
        nextYear: t('nextYear'),
        previousDecade: t('previousDecade'),
        nextDecade: t('nextDecade'),
      }}
    />
  );
}
