/**
 * The slide-overs of a workspace, by their name in the address. One with `create` appears in the `New` menu, in the
 * palette and under its shortcut.
 */

import type { Capability } from '@kontor/contract/capability';
import {
  IconAddressBook,
  IconBeach,
  IconChecklist,
  IconClock,
  IconMessage,
  IconMessages,
  IconSquareCheck,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { customerMessages } from '../features/customer/messages.ts';
import { projectMessages } from '../features/project/messages.ts';
import { roomMessages } from '../features/room/messages.ts';
import { taskMessages } from '../features/task/messages.ts';
import { timeMessages } from '../features/timeEntry/messages.ts';
import { monthMessages } from '../features/timeEntry/month/messages.ts';
import type { Shortcut } from '../platform/shortcuts.ts';
import type { IconShape } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazyPart.tsx';

export interface PanelProps {
  /** The id in the address, if it has one. */
  item: string | undefined;
  close: () => void;
}

export interface PanelEntry {
  component: ComponentType<PanelProps>;
  /** The command that creates one; hidden from people without the capability. */
  create?: { label: () => string; icon: IconShape; shortcut?: Shortcut; capability: Capability };
}

/** Makes a panel from its module, which is loaded when it is first opened. */
export const panel = (
  load: () => Promise<ComponentType<PanelProps>>,
  create?: PanelEntry['create'],
): PanelEntry => ({
  component: lazyPart(load),
  ...(create && { create }),
});

export const panels: Readonly<Record<string, PanelEntry>> = {
  task: panel(async () => (await import('../screens/projects/taskPanel.tsx')).TaskPanel, {
    label: () => taskMessages.t('task'),
    icon: IconSquareCheck,
    capability: 'task.create',
    shortcut: 'c',
  }),
  timeEntry: panel(async () => (await import('../screens/time/entryPanel.tsx')).EntryPanel, {
    label: () => timeMessages.t('addEntry'),
    icon: IconClock,
    capability: 'timeEntry.create',
  }),
  absence: panel(async () => (await import('../screens/time/absencePanel.tsx')).AbsencePanel, {
    label: () => monthMessages.t('absence'),
    icon: IconBeach,
    capability: 'absence.create',
  }),
  workingTime: panel(async () => (await import('../screens/time/workingTimePanel.tsx')).WorkingTimePanel),
  project: panel(async () => (await import('../screens/projects/projectPanel.tsx')).ProjectPanel, {
    label: () => projectMessages.t('project'),
    icon: IconChecklist,
    capability: 'project.create',
  }),
  room: panel(async () => (await import('../screens/chat/roomPanel.tsx')).RoomPanel, {
    label: () => roomMessages.t('room'),
    icon: IconMessages,
    capability: 'room.create',
  }),
  direct: panel(async () => (await import('../screens/chat/directPanel.tsx')).DirectPanel, {
    label: () => roomMessages.t('directMessage'),
    icon: IconMessage,
    capability: 'room.create',
  }),
  customer: panel(async () => (await import('../screens/customers/customerPanel.tsx')).CustomerPanel, {
    label: () => customerMessages.t('customer'),
    icon: IconAddressBook,
    capability: 'customer.create',
  }),
  invite: panel(async () => (await import('../screens/settings/invitePanel.tsx')).InvitePanel),
  member: panel(async () => (await import('../screens/settings/memberPanel.tsx')).MemberPanel),
};
