/**
 * Asks before something that cannot be undone. The question names the thing and the consequences; the button is the
 * verb.
 */
import '@mantine/core/styles/Modal.layer.css';
import { observable } from '@kontor/client/observable';
import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { onPersonLeft } from '../../platform/leaving.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import { useCloseOnBackOrEscape } from './closeOnBack.ts';
import { provideDialog } from './questionHost.tsx';
import { useReturnFocus } from './returnFocus.ts';

export interface Question {
  title: string;
  /** The consequences, in a sentence or two. */
  body: string;
  /** Shown below the body: the things that the question is about. */
  details?: ReactNode;
  /** The verb on the button. */
  action: string;
  /** The label of the other button; "Cancel" by default. */
  cancel?: string;
  danger?: boolean;
}

interface Asked extends Question {
  answer: (yes: boolean) => void;
}

const open = observable<Asked | undefined>(undefined);
// Whoever comes next must neither read it nor agree to it.
onPersonLeft(() => open.get()?.answer(false));

/** Asks, and resolves with the answer; closing the dialog means no. */
export function confirm(question: Question): Promise<boolean> {
  open.get()?.answer(false);
  provideDialog(ConfirmDialog);
  return new Promise((resolve) => {
    open.set({
      ...question,
      answer: (yes) => {
        open.set(undefined);
        resolve(yes);
      },
    });
  });
}

function ConfirmDialog() {
  const question = useSyncExternalStore(open.subscribe, open.get);
  return question && <AskedDialog {...question} />;
}

function AskedDialog({ title, body, details, action, cancel, danger, answer }: Asked) {
  const t = useMessages(uiMessages);
  useReturnFocus();
  useCloseOnBackOrEscape(() => answer(false));
  return (
    <Modal
      opened
      closeOnEscape={false}
      onClose={() => answer(false)}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      zIndex={400}
    >
      <Text>{body}</Text>
      {details}
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={() => answer(false)} data-autofocus>
          {cancel ?? t('cancel')}
        </Button>
        <Button color={danger ? 'red' : 'petrol'} onClick={() => answer(true)}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
