import { today } from '@kontor/contract/time/day';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { roomMessages } from '../../features/room/messages.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
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
  const [day, setDay] = useState(today());
  const field = {
    name: 'day',
    value: day,
    error: undefined,
    'aria-invalid': undefined,
    onChange: (next: unknown) => setDay(String(next)),
    onBlur: () => {},
  };
  return (
    <Dialog title={t('jumpToDay')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const moment = new Date(`${day}T00:00:00`).getTime();
          if (Number.isNaN(moment)) return;
          onClose();
          onChoose(moment);
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
