import { Group, MultiSelect, Text } from '@mantine/core';
import { byName } from '../../platform/text/compare.ts';
import { useLateOptions } from '../form/lateOptions.ts';
import type { FieldProps } from '../form/useForm.ts';
import { Avatar } from './avatar.tsx';
import type { People } from './people.tsx';

interface PeopleInputProps extends FieldProps<string[]> {
  label: string;
  /** The text shown while nobody is chosen. */
  placeholder: string;
  /** The text shown when no name fits. */
  nothingFound: string;
  /** Names those who are chosen. */
  people: People;
  /** Those who are offered; without it, all. */
  offered?: People;
  /** Somebody who stays chosen, by id, and the sentence that says so. */
  kept?: string | undefined;
  description?: string | undefined;
  /** It has the focus as its dialog opens. */
  'data-autofocus'?: true;
}

/** Chooses people by name. Somebody who has left stays chosen until removed. */
export function PeopleInput({
  placeholder,
  nothingFound,
  people,
  offered = people,
  kept,
  ...field
}: PeopleInputProps) {
  const { value, onChange } = field;
  const known = [...people.values()]
    .filter(({ id, isGone }) => (!isGone && offered.has(id)) || value.includes(id))
    .sort(byName);
  const gone = value.filter((id) => !people.has(id)).map((id) => ({ value: id, label: '?' }));
  return (
    <MultiSelect
      {...field}
      // Backspace takes back whoever is last.
      onChange={(ids) => onChange(kept === undefined || ids.includes(kept) ? ids : [kept, ...ids])}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={value.length === 0 ? placeholder : undefined}
      data={[...known.map(({ id, name }) => ({ value: id, label: name, disabled: id === kept })), ...gone]}
      searchable
      hidePickedOptions
      nothingFoundMessage={nothingFound}
      {...useLateOptions()}
      renderOption={({ option }) => (
        <Group gap="sm" wrap="nowrap">
          <Avatar name={option.label} image={people.get(option.value)?.image} size={22} />
          <Text size="sm" truncate>
            {option.label}
          </Text>
        </Group>
      )}
    />
  );
}

/** Returns somebody's name; empty for nobody. */
export const nameOf = (id: string | undefined, people: People): string => (id ? namesOf([id], people) : '');

/** Returns the names of people as one text. */
export const namesOf = (ids: readonly string[], people: People): string =>
  ids.map((id) => people.get(id)?.name ?? '?').join(', ');
