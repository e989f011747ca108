import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';

interface DialogFootProps {
  onClose: () => void;
  /** The label of the way out; "Cancel" by default. */
  cancel?: string;
  /** The buttons that do something, the main one last. */
  children?: ReactNode;
}

/** Shows the end of a dialog: the way out, and what else can be done beside it. */
export function DialogFoot({ onClose, cancel, children }: DialogFootProps) {
  const t = useMessages(uiMessages);
  return (
    <Group justify="flex-end" mt="xl">
      <Button variant="default" onClick={onClose}>
        {cancel ?? t('cancel')}
      </Button>
      {children}
    </Group>
  );
}
