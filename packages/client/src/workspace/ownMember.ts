/**
 * What a workspace's people read of somebody follows their profile: their entry in the member directory or, of a
 * customer's user, the one in their customer's scope. The device on which the profile changes writes the entry of the
 * workspace that is open there; the other workspaces follow when they are opened next.
 */
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { type Profile, profile } from '@kontor/contract/nouns/profile';
import type { ChangesOf } from '../replica/draft.ts';
import { comings } from '../team/proofs.ts';
import type { Workspace } from './workspace.ts';

/** What of a profile others see. */
const shown = ['firstName', 'lastName', 'avatar'] as const;

/** The profile as the device knows it; undefined while nobody wrote one. */
export const profileOf = (personal: Workspace): Profile | undefined =>
  personal.collections.profile.get(personal.scopeOf('personal'));

/** Writes the profile whole: what is left out is emptied. Answers the act, or undefined where nothing changed. */
export function writeProfile(personal: Workspace, next: ChangesOf<'profile'>): string | undefined {
  const id = personal.scopeOf('personal');
  const known = profileOf(personal);
  const names = Object.keys(profile.sealed) as (keyof typeof profile.sealed)[];
  const changed = names.filter((name) => known?.[name] !== next[name]);
  if (known && changed.length === 0) return undefined;
  const fields = Object.fromEntries(changed.map((name) => [name, next[name]])) as ChangesOf<'profile'>;
  return personal.batch(() => {
    if (known) personal.update('profile', id, fields);
    else personal.create('profile', id, { id, ...(fields as Partial<Profile>) });
  });
}

/** Where the person's entry lies, by the place that the log gives them; undefined where they may not write it. */
function entryPlace(workspace: Workspace, userId: string) {
  const me = workspace.log.get()?.members.get(userId);
  if (me?.status !== 'ACTIVE') return undefined;
  const { customerId } = me;
  return customerId === null
    ? ({ entity: 'member', id: userId, scopeId: workspace.scopeOf('staff') } as const)
    : ({ entity: 'customerUser', id: customerUserId(userId, customerId), scopeId: customerId } as const);
}

/**
 * Makes the person's entry say what the profile says; who has none yet gets it here, with the address that they sign in
 * with.
 */
export function copyToMember(personal: Workspace, workspace: Workspace, email: string): void {
  const own = profileOf(personal);
  const userId = personal.scopeOf('personal');
  const place = entryPlace(workspace, userId);
  if (!place) return;
  const { entity, id, scopeId } = place;
  const entry = workspace.collections[entity].get(id);
  if (!entry) {
    // The log's time and not the clock's: two devices at once write the same.
    const joinedAt = comings(workspace.logEntries()).get(userId)?.joinedAt ?? 0;
    const { firstName = '', lastName = '', avatar } = own ?? {};
    const fields = { firstName, lastName, email, joinedAt, ...(avatar !== undefined && { avatar }) };
    workspace.create(entity, scopeId, { id, userId, ...fields });
    return;
  }
  // After a reset that an admin or a device undid, the own records start empty: the entry still knows the name.
  if (!own && entry.firstName) writeProfile(personal, entry);
  if (!own) return;
  const { firstName, lastName, avatar } = own;
  // Another customer's user, with the server's help, could have put themselves into the place.
  if (entry.userId === userId && shown.every((field) => entry[field] === own[field])) return;
  workspace.update(entity, id, { userId, firstName, lastName, avatar });
}

/**
 * Copies once, as soon as both are up to date: an older profile must not undo what a newer one wrote. Returns the verb
 * that gives up waiting.
 */
export function copyWhenCurrent(personal: Workspace, workspace: Workspace, email: string): () => void {
  const statuses = [personal.status, workspace.status];
  let stops: (() => void)[] = [];
  const stop = () => {
    for (const each of stops) each();
    stops = [];
  };
  const look = () => {
    if (!statuses.every((status) => status.get().connection === 'current')) return;
    stop();
    copyToMember(personal, workspace, email);
  };
  stops = statuses.map((status) => status.subscribe(look));
  look();
  return stop;
}
