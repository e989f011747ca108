import { document as documentEntity } from '@kontor/contract/nouns/document';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { goToFault } from '../../../ui/form/focusFirstError.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { documentMessages } from '../messages.ts';

interface NameDialogProps {
  title: string;
  action: string;
  initial: string;
  /** What is wrong with a name, in words. */
  problemOf: (name: string) => string | undefined;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a folder or file. */
export function NameDialog({ title, action, initial, problemOf, onSave, onClose }: NameDialogProps) {
  const t = useMessages(documentMessages);
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const problem = problemOf(name);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (problem) return goToFault(event.currentTarget);
    onSave(name);
    onClose();
  };
  // The name is chosen without its extension, which rarely changes.
  const selectStem = (input: HTMLInputElement | null) => {
    if (!input || input.dataset.selected) return;
    input.dataset.selected = 'yes';
    const dot = initial.lastIndexOf('.');
    requestAnimationFrame(() => input.setSelectionRange(0, dot > 0 ? dot : initial.length));
  };
  const isTaken = problem !== undefined && name.trim() !== '';
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={save} noValidate>
        <TextInput
          ref={selectStem}
          label={t('name')}
          value={name}
          maxLength={documentEntity.sealed.name.maxLength}
          error={(tried || isTaken) && problem}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit">{action}</Button>
        </Group>
      </form>
    </Dialog>
  );
}
