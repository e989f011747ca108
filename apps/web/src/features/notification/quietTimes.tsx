import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { settingMessages } from './settingMessages.ts';
import css from './settings.module.css';

/** Minutes after midnight. */
interface Hours {
  quietFrom: number;
  quietTo: number;
}

/** Writes minutes after midnight as a time field has them, and back. */
const clockOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
const minuteOf = (clock: string) => {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours! * 60 + minutes!;
};

/** Shows the begin and the end of quiet hours. Two that are the same make none, and are not stored. */
export function QuietTimes({ onChange, ...stored }: Hours & { onChange: (hours: Hours) => void }) {
  const t = useMessages(settingMessages);
  /** Times that were typed and could not be stored, and the field that made them so. */
  const [refused, setRefused] = useState<{ hours: Hours; name: keyof Hours }>();
  const hours = refused?.hours ?? stored;
  const isNone = hours.quietFrom === hours.quietTo;
  const take = (name: keyof Hours, minute: number) => {
    const next = { ...hours, [name]: minute };
    const isSame = next.quietFrom === next.quietTo;
    setRefused(isSame ? { hours: next, name } : undefined);
    if (!isSame) onChange(next);
  };
  const field = (name: keyof Hours, label: string) => (
    <TextInput
      type="time"
      size="xs"
      className={css.time!}
      label={label}
      value={clockOf(hours[name])}
      error={isNone && (refused?.name ?? 'quietTo') === name ? t('quietSame') : undefined}
      // An empty field is one that is being typed into.
      onChange={({ target }) => target.value && take(name, minuteOf(target.value))}
    />
  );
  return (
    <>
      {field('quietFrom', t('from'))}
      {field('quietTo', t('to'))}
    </>
  );
}
