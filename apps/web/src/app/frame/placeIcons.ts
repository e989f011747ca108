import {
  IconAddressBook,
  IconBell,
  IconChecklist,
  IconClock,
  IconHistory,
  IconHome,
  IconMessages,
  IconSettings,
  IconSignature,
  IconSquareCheck,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import type { IconShape } from '../../ui/icon.tsx';
import type { FramePlace } from '../places.ts';

/** Apart from the places, which the guards load with the first page. */
export const placeIcons: Readonly<Record<FramePlace['key'], IconShape>> = {
  home: IconHome,
  myTasks: IconSquareCheck,
  projects: IconChecklist,
  customers: IconAddressBook,
  chat: IconMessages,
  time: IconClock,
  signatures: IconSignature,
  notifications: IconBell,
  settings: IconSettings,
  users: IconUsers,
  history: IconHistory,
  trash: IconTrash,
};
