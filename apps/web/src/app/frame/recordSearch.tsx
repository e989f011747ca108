import { type Capability, can } from '@kontor/contract/capability';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { IconAddressBook, IconChecklist, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { addressOf } from '../../features/document/address.ts';
import { FileIcon, typeOf } from '../../features/document/fileIcon.tsx';
import { shownName } from '../../features/document/shownName.ts';
import { taskMessages } from '../../features/task/messages.ts';
import { StatusIcon } from '../../features/task/statusIcon.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { personName } from '../../platform/text/personName.ts';
import { useActor } from '../../platform/workspace/actor.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { appMessages } from '../messages.ts';
import { ranked } from './ranking.ts';

/**
 * The search over what the workspace holds, by name. It reads the records at the moment of asking, so that a palette
 * that is closed costs nothing.
 */
export function useRecordSearch(workspace: string): (query: string) => SpotlightActionGroupData[] {
  const t = useMessages(appMessages);
  const task = useMessages(taskMessages);
  const navigate = useNavigate();
  const { open } = usePanel();
  const actor = useActor();
  const may = (capability: Capability) => actor !== undefined && can(actor, capability);
  const go = (to: string, search = {}) => void navigate({ to: to as string, search });

  return (query) => {
    const { collections } = currentWorkspace().records;
    const placeOf = (scopeId: string, customerId?: string) =>
      (customerId ? collections.customer.get(customerId)?.name : collections.project.get(scopeId)?.name) ??
      '';
    const groups: { group: string; actions: SpotlightActionData[] }[] = [
      {
        group: t('projects'),
        actions: ranked(
          collections.project.all(),
          query,
          ({ name, customField = '' }) => `${name} ${customField}`,
        ).map(({ id, name, customerId }) => ({
          id,
          label: name,
          description: customerId ? placeOf('', customerId) : '',
          leftSection: <Icon of={IconChecklist} />,
          onClick: () => go(`/${workspace}/projects/${id}`),
        })),
      },
      {
        group: t('customers'),
        actions: may('customerFile.update')
          ? ranked(collections.customer.all(), query, ({ name }) => name).map(({ id, name }) => ({
              id,
              label: name,
              leftSection: <Icon of={IconAddressBook} />,
              onClick: () => go(`/${workspace}/customers/${id}`),
            }))
          : [],
      },
      {
        group: task('tasks'),
        actions: ranked(collections.task.all(), query, ({ title }) => title).map(
          ({ id, title, status, scopeId }) => ({
            id,
            label: title || task('untitled'),
            description: placeOf(scopeId),
            leftSection: <StatusIcon status={status} />,
            onClick: () => open('task', id),
          }),
        ),
      },
      {
        group: t('documents'),
        actions: ranked(collections.document.all(), query, ({ name }) => name).map((document) => ({
          id: document.id,
          label: shownName(document.name),
          description: placeOf(document.scopeId, document.customerId),
          leftSection: <FileIcon type={typeOf(document)} />,
          onClick: () => {
            const { path, search } = addressOf(document);
            go(`/${workspace}/${path}`, search);
          },
        })),
      },
      {
        group: t('users'),
        actions: may('personnel.update')
          ? ranked(collections.member.all(), query, (member) => `${personName(member)} ${member.email}`).map(
              (member) => ({
                id: member.userId,
                label: personName(member),
                description: member.email,
                leftSection: <Icon of={IconUser} />,
                onClick: () => open('member', member.userId),
              }),
            )
          : [],
      },
    ];
    return groups.filter(({ actions }) => actions.length > 0);
  };
}
