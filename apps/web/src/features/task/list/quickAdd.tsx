import { task } from '@kontor/contract/nouns/task';
import { TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { Icon } from '../../../ui/icon.tsx';
import { taskMessages } from '../messages.ts';

interface QuickAddProps {
  label: string;
  /** Shorter words for a narrow place. */
  hint?: string;
  onAdd: (title: string) => void;
  size?: 'xs' | 'sm';
}

/** A line that becomes a task with Enter and is ready for the next one. */
export function QuickAdd({ label, hint = label, onAdd, size = 'sm' }: QuickAddProps) {
  const t = useMessages(taskMessages);
  const [title, setTitle] = useState('');
  const max = task.sealed.title.maxLength;
  const isTooLong = title.length > max;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (!title.trim() || isTooLong) return;
    onAdd(title);
    setTitle('');
  };
  return (
    <TextInput
      size={size}
      variant="unstyled"
      aria-label={label}
      placeholder={hint}
      leftSection={<Icon of={IconPlus} size={16} />}
      value={title}
      error={isTooLong && t('tooLong', { max })}
      onChange={(event) => setTitle(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
