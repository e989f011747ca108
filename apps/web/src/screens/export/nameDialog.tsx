import { Button, Text, TextInput } from '@mantine/core';
import { Form } from '../../ui/form/form.tsx';
import { required, rules } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../ui/overlay/dialogFoot.tsx';

const errors = rules({ name: required });

interface AskNameDialogProps {
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
export function AskNameDialog({
  title,
  label,
  hint,
  first,
  maxLength,
  action,
  onName,
  onClose,
}: AskNameDialogProps) {
  const form = useForm({ stored: { name: first }, errors });
  const save = form.submit(({ name }) => {
    onName(name.trim());
    onClose();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} onSubmit={save}>
        {hint && (
          <Text size="sm" mb="md">
            {hint}
          </Text>
        )}
        <TextInput label={label} maxLength={maxLength} data-autofocus {...form.field('name')} />
        <DialogFoot onClose={onClose}>
          <Button type="submit">{action}</Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
