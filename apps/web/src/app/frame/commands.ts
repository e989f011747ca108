/** Everything that the palette, the `New` menu and the keyboard can do, in one list. */
import { can } from '@kontor/contract/capability';
import { IconBuilding, IconBuildingPlus, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../../platform/text/messages.ts';
import { useActor } from '../../platform/workspace/actor.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { usePanel } from '../../ui/overlay/panel.ts';
import { appMessages } from '../messages.ts';
import { panels } from '../panels.ts';
import { usePlaces } from '../places.ts';
import type { Command } from './command.ts';
import { useDocumentCreates } from './documentCreates.ts';
import { placeIcons } from './placeIcons.ts';
import { signOut } from './signOut.ts';
import { useTimerCommands } from './timerCommands.ts';

/** Returns the commands that make sense in this workspace, in the order in which menus show them. */
export function useCommands(workspace: string, showHelp: () => void, startTimer: () => void): Command[] {
  const t = useMessages(appMessages);
  const navigate = useNavigate();
  const { open } = usePanel();
  const workspaces = useSession((session) => session.workspaces.list);
  const documents = useDocumentCreates(workspace);
  const actor = useActor();
  const places = usePlaces();
  const timer = useTimerCommands(startTimer);
  const creates = Object.entries(panels).flatMap(([name, { create }]): Command[] =>
    create && actor && can(actor, create.capability)
      ? [
          {
            id: `create-${name}`,
            group: 'create',
            label: create.label(),
            icon: create.icon,
            ...(create.shortcut && { shortcut: create.shortcut }),
            run: () => open(name),
          },
        ]
      : [],
  );
  return [
    ...places.map(
      ({ key, to, shortcut }): Command => ({
        id: key,
        group: 'goTo',
        label: t(key),
        icon: placeIcons[key],
        ...(shortcut && { shortcut }),
        run: () => void navigate({ to, params: { workspace } }),
      }),
    ),
    ...workspaces
      .filter(({ id }) => id !== workspace)
      .map(
        ({ id, name }): Command => ({
          id: `workspace-${id}`,
          group: 'goTo',
          label: name,
          icon: IconBuilding,
          run: () => void navigate({ to: '/$workspace', params: { workspace: id } }),
        }),
      ),
    {
      id: 'account',
      group: 'goTo',
      label: t('account'),
      icon: IconUser,
      run: () => void navigate({ to: '/account' }),
    },
    ...creates,
    ...documents,
    ...timer,
    {
      id: 'create-workspace',
      group: 'commands',
      label: t('createWorkspace'),
      icon: IconBuildingPlus,
      run: () => void navigate({ to: '/create' }),
    },
    {
      id: 'help',
      group: 'commands',
      label: t('help'),
      icon: IconKeyboard,
      shortcut: '?',
      run: showHelp,
    },
    { id: 'sign-out', group: 'commands', label: t('signOut'), icon: IconLogout, run: () => void signOut() },
  ];
}
