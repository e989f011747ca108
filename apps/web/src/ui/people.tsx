import { Group, MultiSelect, Text } from '@mantine/core';
import { Avatar } from './avatar.tsx';
import css from './people.module.css';

/** Somebody, as lists show them. */
export interface Person {
  id: string;
  name: string;
  /** A picture as an object URL. */
  image?: string | undefined;
  /** Has left: keeps their name where they were, and is not chosen anew. */
  isGone?: boolean;
}

export type People = ReadonlyMap<string, Person>;

/** A few people in a row of a list: their pictures, their names to those who cannot see or who point at them. */
export function PeopleStack({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return null;
  const names = people.map((person) => person.name).join(', ');
  const shown = people.slice(0, 3);
  return (
    <span className={css.stack} role="img" aria-label={names} title={names}>
      {shown.map((person) => (
        <Avatar key={person.id} name={person.name} image={person.image} size={22} />
      ))}
      {people.length > shown.length && <span className={css.more}>+{people.length - shown.length}</span>}
    </span>
  );
}

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
