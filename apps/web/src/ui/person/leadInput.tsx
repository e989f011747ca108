import { leadOf } from '@kontor/contract/nouns/lead';
import { Select, type SelectProps } from '@mantine/core';
import { useLateOptions } from '../form/lateOptions.ts';
import type { People } from './people.tsx';

interface LeadInputProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  people: People;
  /** Those who work on it, in the order in which they were chosen. */
  personIds: readonly string[];
  value: string | null;
  onChange: (id: string) => void;
}

/** Shows a choice of who answers for what several people work on; nothing where there is nothing to choose. */
export function LeadInput({ people, personIds, value, onChange, ...props }: LeadInputProps) {
  const late = useLateOptions();
  if (personIds.length < 2) return null;
  return (
    <Select
      data={personIds.map((id) => ({ value: id, label: people.get(id)?.name ?? '?' }))}
      allowDeselect={false}
      {...late}
      {...props}
      value={leadOf(personIds, value ?? undefined) ?? null}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
