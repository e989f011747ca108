import { document } from '@kontor/contract/nouns/document';
import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { entityFields } from '../../../ui/form/entityFields.ts';
import { Form } from '../../../ui/form/form.tsx';
import { formMessages } from '../../../ui/form/messages.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../../ui/overlay/dialogFoot.tsx';
import { documentMessages } from '../messages.ts';

const described = entityFields(document, ['name']);

interface NameDialogProps {
  title: string;
  action: string;
  initial: string;
  /** Says that a name is taken. */
  takenError: (name: string) => string | undefined;
  /** Returns false after saying why it failed. */
  onSave: (name: string) => boolean;
  onClose: () => void;
  /** Content above the field. */
  children?: ReactNode;
}

/** Asks for the name of a folder or file. */
export function NameDialog(props: NameDialogProps) {
  const { title, action, initial, takenError, onSave, onClose, children } = props;
  const t = useMessages(documentMessages);
  const form = useForm({
    stored: { name: initial },
    errors: ({ name }) => ({
      name: name.trim() ? (described.errors({ name }).name ?? takenError(name)) : formMessages.t('notEmpty'),
    }),
  });
  const save = form.submit(({ name }) => {
    const isSaved = onSave(name);
    if (isSaved) onClose();
    return isSaved;
  });
  // The name is chosen without its extension, which rarely changes.
  const selectStem = (input: HTMLInputElement | null) => {
    if (!input || input.dataset.selected) return;
    input.dataset.selected = 'yes';
    const dot = initial.lastIndexOf('.');
    requestAnimationFrame(() => input.setSelectionRange(0, dot > 0 ? dot : initial.length));
  };
  const field = form.field('name');
  const isTaken = takenError(form.values.name);
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Form form={form} onSubmit={save} labelOf={() => t('name')}>
        <TextInput
          ref={selectStem}
          label={t('name')}
          data-autofocus
          {...field}
          // That a name is taken is said as it is typed.
          error={field.error ?? isTaken}
        />
        <DialogFoot onClose={onClose}>
          <Button type="submit">{action}</Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
