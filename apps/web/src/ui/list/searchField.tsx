import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { maxQuery } from '../../platform/text/matches.ts';
import { Icon } from '../icon.tsx';
import css from './searchField.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  size?: 'xs';
  onChange: (value: string) => void;
  /** Opens the first match. */
  onEnter: () => void;
}

/** Shows the field that narrows a list down to what matches. */
export const SearchField = ({ label, value, size, onChange, onEnter }: SearchFieldProps) => (
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
    onKeyDown={(event) => event.key === 'Enter' && onEnter()}
  />
);
