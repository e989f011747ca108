import { TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { type FieldProps, useForm } from '../../../ui/form/useForm.ts';
import { Icon } from '../../../ui/icon.tsx';
import { titleErrors } from '../editor/taskFields.ts';

interface QuickLineProps {
  label: string;
  /** Shorter words for a narrow place. */
  hint?: string;
  size?: 'xs' | 'sm';
  field: FieldProps<string>;
  /** Takes what stands in the line; Enter in an empty one is no mistake. */
  onEnter: () => void;
}

/** Shows a line that Enter takes without sending the form around it. */
export function QuickLine({ label, hint = label, size = 'sm', field, onEnter }: QuickLineProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (field.value.trim()) onEnter();
  };
  return (
    <TextInput
      size={size}
      variant="unstyled"
      aria-label={label}
      placeholder={hint}
      leftSection={<Icon of={IconPlus} size={16} />}
      {...field}
      onKeyDown={onKeyDown}
    />
  );
}

interface QuickAddProps extends Pick<QuickLineProps, 'label' | 'hint' | 'size'> {
  /** Names the line: what stands in it outlives the page that it is on. */
  draft: string;
  /** Returns false after saying that it failed: then the line stays. */
  onAdd: (title: string) => boolean;
}

const empty = { title: '' };

/** Shows a line that becomes a task with Enter and is ready for the next one. */
export function QuickAdd({ draft, onAdd, ...line }: QuickAddProps) {
  const form = useForm({ stored: empty, errors: titleErrors, draft });
  const add = form.submit(({ title }) => {
    if (onAdd(title)) form.clear();
    return false;
  });
  return <QuickLine {...line} field={form.field('title')} onEnter={() => add()} />;
}
