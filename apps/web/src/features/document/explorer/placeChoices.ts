/** The projects and customers whose documents somebody may write, for a choice. */
import type { ViewOf } from '@kontor/client/replica/collections';
import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import { byName } from '../../../platform/text/compare.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { projectChoices } from '../../../platform/workspace/projectChoices.ts';
import { useCollection, useView, useWindow } from '../../../platform/workspace/views.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import { moveMessages } from '../moveMessages.ts';
import type { Root } from '../root.ts';

const projectsByName: ViewOf<'project'> = { filter: () => true, compare: byName };
const customersByName: ViewOf<'customer'> = { filter: () => true, compare: byName };

/** Names a place among the choices. */
export const placeValue = ({ scopeId, customerId }: Root): string => customerId ?? scopeId;

/** Returns a function that finds the place of a choice. */
export function useRootOf(): (value: string) => Root {
  const { records } = useWorkspace();
  return (value) =>
    records.collections.customer.get(value)
      ? { scopeId: records.scopeOf('staff'), customerId: value }
      : { scopeId: value };
}

/** Returns running projects under their customers, then the customers; a place that is archived stays where it is the one in view. */
export function usePlaceChoices(here: Root): ComboboxItemGroup<ComboboxItem>[] {
  const t = useMessages(moveMessages);
  const projects = useWindow(useView(useCollection('project'), projectsByName));
  const customers = useWindow(useView(useCollection('customer'), customersByName));
  const isOffered = ({ id, archivedAt }: { id: string; archivedAt?: number | undefined }) =>
    !archivedAt || id === placeValue(here);
  const named = <T extends { name: string; archivedAt?: number | undefined }>(each: T): T =>
    each.archivedAt ? { ...each, name: `${each.name} · ${t('archived')}` } : each;
  const items = customers
    .filter(isOffered)
    .map(named)
    .map(({ id, name }) => ({ value: id, label: name }));
  return [
    ...projectChoices(projects.filter(isOffered).map(named), customers, t('withoutCustomer')),
    ...(items.length > 0 ? [{ group: t('customers'), items }] : []),
  ];
}
