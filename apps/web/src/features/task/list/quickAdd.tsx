import { TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useForm } from '../../../ui/form/useForm.ts';
import { Icon } from '../../../ui/icon.tsx';
import { titleErrors } from '../editor/taskFields.ts';

interface QuickAddProps {
  label: string;
  /** Shorter words for a narrow place. */
  hint?: string;
  /** Names the line: what stands in it outlives the page that it is on. */
  draft: string;
  /** Returns false after saying that it failed: then the line stays. */
  onAdd: (title: string) => boolean;
  size?: 'xs' | 'sm';
}

const empty = { title: '' };

/** A line that becomes a task with Enter and is ready for the next one. */
export function QuickAdd({ label, hint = label, draft, onAdd, size = 'sm' }: QuickAddProps) {
  const form = useForm({ stored: empty, errors: titleErrors, draft });
  const add = form.submit(({ title }) => {
    if (onAdd(title)) form.clear();
    return false;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    // Enter in an empty line is no mistake.
    if (form.values.title.trim()) add();
  };
  return (
    <TextInput
      size={size}
      variant="unstyled"
      aria-label={label}
      placeholder={hint}
      leftSection={<Icon of={IconPlus} size={16} />}
      {...form.field('title')}
      onKeyDown={onKeyDown}
    />
  );
}
