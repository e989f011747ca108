import { Button, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { required } from '../../ui/form/rules.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../ui/overlay/dialogFoot.tsx';

interface NameDialogProps {
  title: string;
  label: string;
  hint?: string;
  first: string;
  /** Number of characters. */
  maxLength: number;
  action: string;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for a name. */
export function NameDialog({
  title,
  label,
  hint,
  first,
  maxLength,
  action,
  onName,
  onClose,
}: NameDialogProps) {
  const [name, setName] = useState(first);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = required(name);
    if (fault) return setError(fault);
    onName(name.trim());
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {hint && (
          <Text size="sm" mb="md">
            {hint}
          </Text>
        )}
        <TextInput
          label={label}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={maxLength}
          error={error}
          data-autofocus
        />
        <DialogFoot onClose={onClose}>
          <Button type="submit">{action}</Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
