import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { required } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { settingMessages } from './settingMessages.ts';
import css from './settings.module.css';

/** Minutes after midnight. */
interface Hours {
  quietFrom: number;
  quietTo: number;
}

/** Writes minutes after midnight as a time field has them, and back. */
const toTimeInput = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
const minuteOf = (clock: string) => {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours! * 60 + minutes!;
};

const errors = ({ quietFrom, quietTo }: Record<keyof Hours, string>) => {
  const same = quietFrom === quietTo ? settingMessages.t('quietSame') : undefined;
  return { quietFrom: required(quietFrom) ?? same, quietTo: required(quietTo) ?? same };
};

/**
 * Shows the begin and the end of quiet hours, each stored as its field is left. Two that are the same make none,
 * and are not stored.
 */
export function QuietTimes({
  quietFrom,
  quietTo,
  onChange,
}: Hours & { onChange: (hours: Partial<Hours>) => void }) {
  const t = useMessages(settingMessages);
  const form = useForm({
    stored: { quietFrom: toTimeInput(quietFrom), quietTo: toTimeInput(quietTo) },
    errors,
    saveOnLeave: (changes) => {
      onChange(Object.fromEntries(Object.entries(changes).map(([name, clock]) => [name, minuteOf(clock)])));
      return true;
    },
  });
  const leave = () => {
    // Of one's own two devices the later one counts.
    for (const name of form.conflicts) form.decide(name, 'mine');
    // What was typed before may be right by now.
    form.leave();
  };
  const latest = useRef(leave);
  useLayoutEffect(() => {
    latest.current = leave;
  });
  // A link or Back, pressed by key, takes the field away without leaving it.
  useLayoutEffect(() => () => latest.current(), []);
  return (
    <>
      {(['quietFrom', 'quietTo'] as const).map((name) => (
        <TextInput
          key={name}
          type="time"
          size="xs"
          className={css.time!}
          label={t(name === 'quietFrom' ? 'from' : 'to')}
          {...form.field(name)}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && leave()}
        />
      ))}
    </>
  );
}
