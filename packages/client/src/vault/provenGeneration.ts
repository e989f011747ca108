/**
 * Which generation of a private project or room counts. No log lists their keys, so that anybody who works here could sign
 * a grant: a generation counts where its `previous` rows lead to a key that is held already, which only somebody who
 * had that key can have made, and where who granted it read the one before. The oldest that was granted to us counts by
 * who granted it: `ScopeRing.admittedBy`.
 */
import { couldHoldLater, generationAt, startOf } from '@kontor/contract/memberLog/history';
import type { LoggedCert, LogState } from '@kontor/contract/memberLog/state';
import type { Bytes } from '@kontor/contract/wire/bytes';
import { isDerivedId } from '@kontor/contract/wire/derivedId';
import { directRoomId } from '@kontor/contract/wire/directRoom';
import { hoursScopeId } from '@kontor/contract/wire/hoursScope';
import type { Grant, KeyWrap, Scope } from '@kontor/contract/wire/scope';
import { unwrapPreviousKey } from '@kontor/crypto/keyWrap';
import { kidTextOf } from '@kontor/crypto/scopeKey';
import { logCrypto } from '@kontor/crypto/signing';
import type { ScopeRing } from './scopeRing.ts';
import { TrustError } from './trust/trustError.ts';

/**
 * Tells whether a generation's key is proven by one that is held; false where the rows lead to another one, and while
 * rows are missing that could show it. @throws CryptoError for a row that does not open
 */
export async function isProven(
  ring: ScopeRing,
  workspaceId: string,
  generation: number,
  key: Bytes,
): Promise<boolean> {
  let known = key;
  for (let at = generation; at > ring.oldest; at--) {
    const kid = await kidTextOf(known);
    const row = ring.previousRow(at, kid);
    if (!row) return false;
    known = await unwrapPreviousKey(known, workspaceId, row);
    const held = ring.has(at - 1) && ring.handle(at - 1)!.kidText;
    if (held) return held === row.previousKid;
  }
  return false;
}

/** Tells whether who granted read the generation before; true where that is not known. */
export function readBefore(ring: ScopeRing, { generation }: Grant, granter: LoggedCert): boolean {
  const before = ring.termsOf(generation - 1);
  return !before || ring.releaseOf(generation - 1) !== undefined || reads(before.readers, granter);
}

/**
 * Refuses a grant whose granter is none of its readers.
 * @throws TrustError forged-grant for a granter who hides that they know the key
 */
export function assertReadsToo({ generation, granterId, readers }: Grant, granter: LoggedCert): void {
  if (!reads(readers, granter))
    throw new TrustError('forged-grant', `${granterId} does not read generation ${generation} themselves`);
}

const reads = (readers: readonly string[], { userId, isAdmin }: LoggedCert): boolean =>
  readers.includes(userId) || (isAdmin && readers.includes('admins'));

/**
 * Checks that hours and a direct room are granted to those alone from whose ids theirs follows. Of a direct room later
 * generations may leave out who left. @throws TrustError forged-grant
 */
export async function assertWhose(
  workspaceId: string,
  ring: Pick<ScopeRing, 'scope' | 'termsOf'>,
  { generation, readers }: Grant,
): Promise<void> {
  const { scope } = ring;
  const people = readers.filter((id) => id !== 'admins');
  const follows = async () => {
    if (scope.kind === 'hours')
      return people.length === 0 || (await hoursScopeId(logCrypto, workspaceId, people.join())) === scope.id;
    if (!isDirectRoom(scope)) return true;
    if (generation === 1) return (await directRoomId(logCrypto, workspaceId, people)) === scope.id;
    const first = ring.termsOf(1);
    return !first || people.every((id) => first.readers.includes(id));
  };
  if (!(await follows())) throw new TrustError('forged-grant', `${scope.id} is not of ${people.join()}`);
}

const isDirectRoom = ({ kind, id }: Pick<Scope, 'kind' | 'id'>): boolean =>
  kind === 'room' && isDerivedId(id);

/**
 * Takes note that a key lies under the staff's, so that everybody who works here reads it. Nobody signs such a row. So it is refused of
 * a direct room, and where somebody who has the key was gone when that key of the staff's began: whoever opens a scope then makes a
 * next one. Of several the earliest counts, which people who left since have.
 * @throws TrustError unconfirmed-key
 */
export function noteRelease(state: LogState, ring: ScopeRing, { generation, ...row }: KeyWrap): void {
  const { id } = ring.scope;
  const staff = state.scopes.get(row.parentScopeId)!;
  const numberOf = (kid: string | undefined) => [...staff.kids].find(([, each]) => each === kid)?.[0];
  const number = numberOf(row.parentKid)!;
  if (isDirectRoom(ring.scope) || isLeft(state, ring, generation, startOf(state, staff.scopeId, number)!))
    throw new TrustError('unconfirmed-key', `generation ${generation} of ${id} is not the staff's`);
  const before = numberOf(ring.releaseOf(generation));
  if (before === undefined || number < before) ring.noteRelease(generation, row.parentKid);
}

/** Tells whether somebody who has a generation's key could not have it any more right after an entry of the log, nor since. */
function isLeft(state: LogState, ring: ScopeRing, generation: number, seq: number): boolean {
  const terms = ring.termsOf(generation);
  if (!terms) return false;
  const { readers, granterId, adminsKid } = terms;
  const people = [granterId, ...readers.filter((id) => id !== 'admins')];
  if (people.some((id) => !couldHoldLater(state, id, seq))) return true;
  const admins = [...state.scopes.values()].find(({ kind }) => kind === 'admins')!;
  const standing = [...admins.kids].filter(([number]) => number >= generationAt(state, admins.scopeId, seq));
  return adminsKid !== undefined && !standing.some(([, kid]) => kid === adminsKid);
}
