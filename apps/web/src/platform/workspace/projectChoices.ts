import type { Customer } from '@kontor/contract/nouns/customer';
import type { Project } from '@kontor/contract/nouns/project';
import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core';

/** Groups projects under their customers, archived or not, for a choice; those without one come last, under a name given. */
export function projectChoices(
  projects: readonly Pick<Project, 'id' | 'name' | 'customerId'>[],
  customers: readonly Pick<Customer, 'id' | 'name'>[],
  without: string,
): ComboboxItemGroup<ComboboxItem>[] {
  const known = new Set(customers.map(({ id }) => id));
  const itemsOf = (belongs: (customerId: string | undefined) => boolean) =>
    projects
      .filter(({ customerId }) => belongs(customerId))
      .map(({ id, name }) => ({ value: id, label: name }));
  return [
    ...customers.map(({ id, name }) => ({ group: name, items: itemsOf((each) => each === id) })),
    { group: without, items: itemsOf((each) => each === undefined || !known.has(each)) },
  ].filter(({ items }) => items.length > 0);
}
