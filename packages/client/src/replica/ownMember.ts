/**
 * A person's entry in a workspace's member directory follows their profile. The device on which the profile changes
 * writes the entry of the workspace that is open there; the other workspaces follow when they are opened next.
 */
import type { Profile } from '@kontor/contract/profile';
import type { Workspace } from './workspace.ts';

/** What people say about themselves. */
export type OwnFields = Pick<Profile, 'firstName' | 'lastName' | 'avatar'>;

const fields = ['firstName', 'lastName', 'avatar'] as const;

/** The profile as the device knows it; undefined while nobody wrote one. */
export const profileOf = (personal: Workspace): Profile | undefined =>
  personal.collections.profile.get(personal.scopeOf('personal'));

/** Writes the profile; answers the act, or undefined where nothing changed. */
export function writeProfile(personal: Workspace, next: OwnFields): string | undefined {
  const id = personal.scopeOf('personal');
  const known = profileOf(personal);
  if (!known) return personal.batch(() => void personal.create('profile', id, { id, ...next }));
  if (fields.every((field) => known[field] === next[field])) return undefined;
  const { firstName, lastName, avatar } = next;
  return personal.batch(() => personal.update('profile', id, { firstName, lastName, avatar }));
}

/** Makes the entry say what the profile says. Nothing happens where one of them is not there: customers read no directory. */
export function copyToMember(personal: Workspace, workspace: Workspace): void {
  const own = profileOf(personal);
  const id = personal.scopeOf('personal');
  const entry = workspace.collections.member.get(id);
  if (!own || !entry || fields.every((field) => entry[field] === own[field])) return;
  const { firstName, lastName, avatar } = own;
  workspace.update('member', id, { firstName, lastName, avatar });
}

/**
 * Copies once, as soon as both are up to date: an older profile must not undo what a newer one wrote. Returns the verb
 * that gives up waiting.
 */
export function copyWhenCurrent(personal: Workspace, workspace: Workspace): () => void {
  const statuses = [personal.status, workspace.status];
  let stops: (() => void)[] = [];
  const stop = () => {
    for (const each of stops) each();
    stops = [];
  };
  const look = () => {
    if (!statuses.every((status) => status.get().connection === 'current')) return;
    stop();
    copyToMember(personal, workspace);
  };
  stops = statuses.map((status) => status.subscribe(look));
  look();
  return stop;
}
