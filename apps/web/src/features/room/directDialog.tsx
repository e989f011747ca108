import { directPeople } from '@kontor/contract/wire/directRoom';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../ui/overlay/dialogFoot.tsx';
import type { People } from '../../ui/person/people.tsx';
import { PeopleInput } from '../../ui/person/peopleInput.tsx';
import { openDirectRoom } from './actions.ts';
import { roomMessages } from './messages.ts';

interface DirectDialogProps {
  people: People;
  /** Leads to the room, away from the dialog. */
  onOpen: (roomId: string) => void;
  onClose: () => void;
}

/** Chooses whom to write to: opens the room that these people have, or makes it. */
export function DirectDialog({ people, onOpen, onClose }: DirectDialogProps) {
  const t = useMessages(roomMessages);
  const { userId } = useWorkspace();
  const [chosen, setChosen] = useState<string[]>([]);
  const [error, setError] = useState<string>();
  const [isOpening, setOpening] = useState(false);
  const others = new Map([...people].filter(([id]) => id !== userId));
  const start = async () => {
    if (chosen.length === 0 || chosen.length >= directPeople.max) return setError(t('directMissing'));
    setOpening(true);
    const id = await openDirectRoom(chosen);
    if (id) onOpen(id);
    else setOpening(false);
  };
  return (
    <Dialog title={t('newDirect')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <PeopleInput
          name="people"
          data-autofocus
          label={t('directTitle')}
          placeholder={t('membersHint')}
          nothingFound={t('nobodyFound')}
          people={others}
          value={chosen}
          error={error}
          aria-invalid={error === undefined ? undefined : true}
          onChange={(next) => {
            setChosen(next as unknown as string[]);
            setError(undefined);
          }}
          onBlur={() => {}}
        />
        <Text size="sm" c="dimmed" mt="xs">
          {t('directHint')}
        </Text>
        <DialogFoot onClose={onClose}>
          <Button type="submit" loading={isOpening}>
            {t('directStart')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
