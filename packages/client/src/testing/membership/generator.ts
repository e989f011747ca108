/** The acts of a membership run as they are generated: which, by whom and on whom. */
import type { Role } from '@kontor/contract/entity/role';
import type { Participant } from './person.ts';

export const people = 7;

/** `race`: two make the private project's next key at once, and one is first. */
export const acts = [
  ...['invite', 'accept', 'add', 'remove', 'deactivate', 'activate', 'lock', 'role', 'owner'],
  ...['reset', 'unlock', 'rotate', 'readers', 'race', 'crash', 'upload', 'share', 'revoke', 'write'],
] as const;

/** One generated act; it does nothing where it does not apply. */
export interface GeneratedAct {
  act: string;
  /** Index among those who may do it. */
  by: number;
  on: number;
  role: Role;
  customer: 0 | 1;
  /** True for those who are to read the private project; with nobody, everybody who works here does. */
  readers: boolean[];
  way: 'phrase' | 'device' | 'admin';
}

/** The people to whom an act can apply at all, so that few of the generated ones do nothing. */
export const isMeantBy: Record<string, (person: Participant) => boolean> = {
  invite: ({ place, link }) => !place && !link,
  accept: ({ place, link }) => !place && link !== undefined,
  add: ({ place }) => !place,
  remove: ({ place, link, isOwner }) => !isOwner && (place ?? link) !== undefined,
  deactivate: ({ place, status, isOwner }) => !isOwner && place !== undefined && status !== 'INACTIVE',
  activate: ({ place, status }) => place !== undefined && status === 'INACTIVE',
  lock: ({ place, status }) => place !== undefined && status === 'ACTIVE',
  role: ({ place, isOwner }) => !isOwner && place !== undefined,
  owner: ({ place, status, isOwner }) => !isOwner && place?.role === 'ADMIN' && status === 'ACTIVE',
  reset: ({ place, status }) => place !== undefined && status !== 'INACTIVE',
  unlock: ({ place, status, next }) =>
    place !== undefined && (status === 'LOCKED' || (status === 'ACTIVE' && next !== undefined)),
};

export const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % from.length];
