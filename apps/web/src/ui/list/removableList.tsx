import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../icon.tsx';
import { uiMessages } from '../messages.ts';
import { keepFocus } from './keepFocus.ts';
import css from './removableList.module.css';

interface RemovableListProps {
  label: string;
  names: readonly string[];
  onRemove: (index: number) => void;
}

/** Shows names that a form has collected; each can be taken out again. */
export function RemovableList({ label, names, onRemove }: RemovableListProps) {
  const t = useMessages(uiMessages);
  if (names.length === 0) return null;
  return (
    <ul className={css.list} aria-label={label}>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and none has a state
        <li key={`${index} ${name}`}>
          <span>{name}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('removeOf', { name })}
            onClick={() => {
              keepFocus();
              onRemove(index);
            }}
          >
            <Icon of={IconX} size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
