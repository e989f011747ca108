import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import { useActiveCustomers } from '../../features/customer/queries.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { useRunningProjects } from '../../features/project/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';

/** Returns the running projects for a choice, under their customers, and those without one last. */
export function useProjectChoices(): ComboboxItemGroup<ComboboxItem>[] {
  const t = useMessages(projectMessages);
  const projects = useRunningProjects();
  const customers = useActiveCustomers();
  const known = new Set(customers.map(({ id }) => id));
  const itemsOf = (belongs: (customerId: string | undefined) => boolean) =>
    projects
      .filter(({ customerId }) => belongs(customerId))
      .map(({ id, name }) => ({ value: id, label: name }));
  return [
    ...customers.map(({ id, name }) => ({ group: name, items: itemsOf((each) => each === id) })),
    { group: t('withoutCustomer'), items: itemsOf((each) => each === undefined || !known.has(each)) },
  ].filter(({ items }) => items.length > 0);
}
