/**
 * Copies a person's profile and address to what a workspace's people read of them: their entry in the member directory or,
 * for a customer's user, the one in their customer's scope. The device on which they change writes the entry in the
 * workspace that is open there; the other workspaces follow when they are next opened.
 */
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { profileOf, writeProfile } from '../nouns/profile.ts';
import type { Observable } from '../observable.ts';
import { hasFault } from '../replica/fault.ts';
import type { Replica } from '../replica/replica.ts';
import { joinHistory } from '../team/proofs.ts';
import type { Workspace } from './workspace.ts';

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
 * Updates the person's entry from their profile and the address that they sign in with; somebody who has none yet gets it
 * here.
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
  // Another customer's user, with the server's help, could have put themselves into the place.
  const isOwn = entry.userId === userId;
  if (!own && !isOwn) return;
  // After a reset that an admin or a device undid, the own records start empty: the entry still knows the name.
  if (!own && entry.firstName) writeProfile(personal, entry);
  const { firstName, lastName, avatar } = own ?? entry;
  const fields = { firstName, lastName, avatar, email };
  const names = Object.keys(fields) as (keyof typeof fields)[];
  if (isOwn && names.every((name) => entry[name] === fields[name])) return;
  workspace.update(entity, id, { userId, ...fields });
}

/**
 * Copies as soon as both are up to date (an older profile must not undo what a newer one wrote), and again whenever the
 * address or the person's place in the workspace is another one. Returns the function that stops it.
 */
export function keepOwnEntry(
  personal: Replica,
  workspace: Replica & Pick<Workspace, 'confirmed'>,
  email: Observable<string>,
): () => void {
  const { loaded, confirmed, log } = workspace;
  const statuses = [personal.status, workspace.status];
  let copied: string | undefined;
  const look = () => {
    if (!statuses.every((status) => status.get().connection === 'current')) return;
    if (!loaded.get().isComplete || !confirmed.get()) return;
    const place = entryPlace(workspace, personal.scopeOf('personal'));
    // An entry that is not open yet is not missing; with another role its scope comes later than the log.
    if (!place || !loaded.get().scopes.has(place.scopeId)) return;
    const copy = `${place.id} ${email.get()}`;
    if (copy === copied || !workspace.isWritable()) return;
    copied = copy;
    copyToMember(personal, workspace, email.get());
  };
  const stops = [...statuses, loaded, confirmed, log, email].map((each) => each.subscribe(look));
  look();
  return () => {
    for (const stop of stops) stop();
  };
}
