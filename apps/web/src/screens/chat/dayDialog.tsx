import { startOfOwnDay } from '@kontor/contract/time/zone';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { roomMessages } from '../../features/room/messages.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { parseDay } from '../../platform/text/parseDay.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
import { formMessages } from '../../ui/form/messages.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../ui/overlay/dialogFoot.tsx';

interface DayDialogProps {
  onClose: () => void;
  /** Takes the beginning of the day, ms. */
  onChoose: (moment: number) => void;
}

/** Asks to which day of a room to go. */
export function DayDialog({ onClose, onChoose }: DayDialogProps) {
  const t = useMessages(roomMessages);
  const f = useMessages(formMessages);
  const [day, setDay] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = {
    name: 'day',
    value: day,
    error: isWrong ? f('invalidDay') : undefined,
    'aria-invalid': isWrong || undefined,
    onChange: (next: unknown) => {
      setDay(String(next));
      setWrong(false);
    },
    onBlur: () => {},
  };
  return (
    <Dialog title={t('jumpToDay')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (parseDay(day) !== day) return setWrong(true);
          onClose();
          onChoose(startOfOwnDay(day));
        }}
      >
        <DayInput label={t('jumpToDay')} toward="past" {...field} />
        <DialogFoot onClose={onClose}>
          <Button type="submit">{t('jumpToDay')}</Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
