/**
 * Copies a person's profile to what a workspace's people read of them: their entry in the member directory or, for a
 * customer's user, the one in their customer's scope. The device on which the profile changes writes the entry in the
 * workspace that is open there; the other workspaces follow when they are next opened.
 */
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { profileOf, writeProfile } from '../nouns/profile.ts';
import { hasFault } from '../replica/fault.ts';
import type { Replica } from '../replica/replica.ts';
import { joinHistory } from '../team/proofs.ts';
import type { Workspace } from './workspace.ts';

/** The fields of a profile that others see. */
const shown = ['firstName', 'lastName', 'avatar'] as const;

/**
 * Returns where the person's entry lies, by the place that the log gives them; undefined where they may not write it.
 */
function entryPlace(workspace: Replica, userId: string) {
  const me = workspace.log.get()?.members.get(userId);
  if (me?.status !== 'ACTIVE') return undefined;
  const { customerId } = me;
  return customerId === null
    ? ({ entity: 'member', id: userId, scopeId: workspace.scopeOf('staff') } as const)
    : ({ entity: 'customerUser', id: customerUserId(userId, customerId), scopeId: customerId } as const);
}

/**
 * Updates the person's entry from their profile; somebody who has none yet gets it here, with the address that they
 * sign in with.
 */
export function copyToMember(personal: Replica, workspace: Replica, email: string): void {
  const own = profileOf(personal);
  const userId = personal.scopeOf('personal');
  const place = entryPlace(workspace, userId);
  if (!place || !workspace.isWritable()) return;
  const { entity, id, scopeId } = place;
  if (hasFault(workspace.faults.get(), id)) return;
  const entry = workspace.collections[entity].get(id);
  if (!entry) {
    // The log's time and not the clock's: two devices at once write the same.
    const joinedAt = joinHistory(workspace.logEntries()).get(userId)?.joinedAt ?? 0;
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
export function copyWhenCurrent(
  personal: Replica,
  workspace: Replica & Pick<Workspace, 'confirmed'>,
  email: string,
): () => void {
  const statuses = [personal.status, workspace.status];
  let stops: (() => void)[] = [];
  const stop = () => {
    for (const each of stops) each();
    stops = [];
  };
  const look = () => {
    if (!statuses.every((status) => status.get().connection === 'current')) return;
    // An entry that is not open yet is not missing.
    if (!workspace.loaded.get().isComplete || !workspace.confirmed.get()) return;
    stop();
    copyToMember(personal, workspace, email);
  };
  stops = [...statuses, workspace.loaded, workspace.confirmed].map((each) => each.subscribe(look));
  look();
  return stop;
}
