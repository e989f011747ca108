import type { Customer } from '@kontor/contract/nouns/customer';
import type { Project } from '@kontor/contract/nouns/project';
import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import { useCustomers } from '../../features/customer/queries.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { useRunningProjects } from '../../features/project/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useAll } from '../../platform/workspace/workspace.ts';

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

/**
 * Returns the running projects for a choice, under their customers, and those without one last. `alsoIds`: those that
 * stay among them though they are archived, which is said beside their names.
 */
export function useProjectChoices(
  alsoIds: readonly (string | undefined)[] = [],
): ComboboxItemGroup<ComboboxItem>[] {
  const t = useMessages(projectMessages);
  const running = useRunningProjects();
  const also = useAll('project')
    .filter(({ id, archivedAt }) => archivedAt && alsoIds.includes(id))
    .map((project) => ({ ...project, name: `${project.name} · ${t('archived')}` }));
  return projectChoices([...running, ...also], useCustomers(), t('withoutCustomer'));
}
