import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { maxQuery } from '../../platform/text/matches.ts';
import { Icon } from '../icon.tsx';
import css from './searchField.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  size?: 'xs';
  onChange: (value: string) => void;
  /** True while the list does not answer the text yet: Enter waits for that. */
  isStale: boolean;
  /** Opens the first match. */
  onEnter: () => void;
}

/** Shows the field that narrows a list down to what matches. */
export function SearchField({ label, value, size, isStale, onChange, onEnter }: SearchFieldProps) {
  /** The text at which Enter was pressed before there was an answer to it. */
  const entered = useRef<string>(undefined);
  useEffect(() => {
    if (isStale) return;
    if (entered.current === value) onEnter();
    entered.current = undefined;
  });
  return (
    <TextInput
      className={css.search!}
      type="search"
      {...(size && { size })}
      aria-label={label}
      placeholder={label}
      leftSection={<Icon of={IconSearch} size={16} />}
      value={value}
      maxLength={maxQuery}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={({ key, nativeEvent }) => {
        if (nativeEvent.isComposing || key !== 'Enter') return;
        if (isStale) entered.current = value;
        else onEnter();
      }}
      onBlur={() => {
        entered.current = undefined;
      }}
    />
  );
}
