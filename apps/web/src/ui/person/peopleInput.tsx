import { Group, MultiSelect, Text } from '@mantine/core';
import { Avatar } from './avatar.tsx';
import type { People } from './people.tsx';

interface PeopleInputProps {
  label: string;
  /** What stands there while nobody is chosen. */
  placeholder: string;
  /** What the list says when no name fits. */
  nothingFound: string;
  people: People;
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Chooses people by name. Somebody who has left stays chosen until taken out. */
export function PeopleInput({ label, placeholder, nothingFound, people, value, onChange }: PeopleInputProps) {
  const known = [...people.values()]
    .filter(({ id, isGone }) => !isGone || value.includes(id))
    .sort((a, b) => a.name.localeCompare(b.name));
  const gone = value.filter((id) => !people.has(id)).map((id) => ({ value: id, label: '?' }));
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? placeholder : undefined}
      data={[...known.map((person) => ({ value: person.id, label: person.name })), ...gone]}
      value={[...value]}
      onChange={onChange}
      searchable
      hidePickedOptions
      nothingFoundMessage={nothingFound}
      comboboxProps={{ withinPortal: true }}
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
