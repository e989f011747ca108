/**
 * The places of a workspace: one list for the rail, the bottom bar, the palette and the guards. A page that none of
 * them covers is for the people who work there.
 */
import { type Role, satisfies } from '@kontor/contract/entity/role';
import type { Shortcut } from '../platform/shortcuts.ts';
import { useActor } from '../platform/workspace/actor.ts';

export interface FramePlace {
  /** Its name in the messages. */
  key:
    | 'home'
    | 'myTasks'
    | 'projects'
    | 'customers'
    | 'chat'
    | 'time'
    | 'signatures'
    | 'trash'
    | 'notifications'
    | 'settings'
    | 'users'
    | 'history';
  /** The path; every page below it belongs to this place. */
  to:
    | '/$workspace'
    | '/$workspace/tasks'
    | '/$workspace/projects'
    | '/$workspace/customers'
    | '/$workspace/chat'
    | '/$workspace/time'
    | '/$workspace/signatures'
    | '/$workspace/trash'
    | '/$workspace/notifications'
    | '/$workspace/settings'
    | '/$workspace/settings/users'
    | '/$workspace/settings/history';
  /** The least role that may go there. */
  role: Role;
  /** The part of the rail; the others are reached through the palette and menus. */
  rail?: 'top' | 'foot';
  /** The keys that lead there. */
  shortcut?: Shortcut;
  /** True if it does not fit at the foot of a phone, and is under "More". */
  isMore?: true;
}

const places: readonly FramePlace[] = [
  { key: 'home', to: '/$workspace', role: 'EMPLOYEE', rail: 'top', shortcut: 'g h' },
  { key: 'myTasks', to: '/$workspace/tasks', role: 'EMPLOYEE', isMore: true, shortcut: 'g m' },
  { key: 'projects', to: '/$workspace/projects', role: 'EMPLOYEE', rail: 'top', shortcut: 'g p' },
  { key: 'customers', to: '/$workspace/customers', role: 'ADMIN', rail: 'top', isMore: true },
  { key: 'chat', to: '/$workspace/chat', role: 'EMPLOYEE', rail: 'top', shortcut: 'g c' },
  { key: 'time', to: '/$workspace/time', role: 'EMPLOYEE', rail: 'top', shortcut: 'g t' },
  { key: 'signatures', to: '/$workspace/signatures', role: 'EMPLOYEE', rail: 'top', isMore: true },
  { key: 'trash', to: '/$workspace/trash', role: 'EMPLOYEE' },
  { key: 'notifications', to: '/$workspace/notifications', role: 'EMPLOYEE' },
  { key: 'settings', to: '/$workspace/settings', role: 'ADMIN', rail: 'foot', isMore: true },
  { key: 'users', to: '/$workspace/settings/users', role: 'ADMIN' },
  { key: 'history', to: '/$workspace/settings/history', role: 'EMPLOYEE', isMore: true },
];

/** Pages that nothing in the frame links to, and who may see them. */
const pages: readonly { to: string; role: Role }[] = [
  { to: '/$workspace/dashboard', role: 'CUSTOMER' },
  { to: '/$workspace/customers/$customer/documents', role: 'EMPLOYEE' },
];

/** Returns the places that the signed-in person may go to. */
export function usePlaces(): readonly FramePlace[] {
  const role = useActor()?.role;
  return places.filter((place) => role && satisfies(role, place.role));
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean);

const guarded = [...places, ...pages]
  .map(({ to, role }) => ({ segments: segmentsOf(to), role }))
  .sort((a, b) => b.segments.length - a.segments.length);

/**
 * Returns the least role that a path needs. Reads the path as loosely as the router does; the longest matching place
 * counts.
 */
export function roleFor(pathname: string): Role {
  const path = segmentsOf(pathname).map((segment) => decoded(segment).toLowerCase());
  const holder = guarded.find(({ segments }) =>
    segments.every((segment, i) => (segment.startsWith('$') ? path[i] : segment === path[i])),
  );
  return holder?.role ?? 'EMPLOYEE';
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
