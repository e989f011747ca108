import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import { useCustomers } from '../../features/customer/queries.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { useRunningProjects } from '../../features/project/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { projectChoices } from '../../platform/workspace/projectChoices.ts';
import { useAll } from '../../platform/workspace/workspace.ts';

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
