/**
 * Compares the member log that was known here with a restored backup's: the entries that the backup lacks, and the
 * people whom it let in again.
 */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import {
  type Holder,
  holders,
  type LogState,
  type MemberStanding,
  scopesLost,
} from '@kontor/contract/memberLog/state';
import type { EntityName } from '@kontor/contract/nouns/entities';

export interface LostLog {
  /** The entries behind the one that the backup ended with, oldest first. */
  entries: readonly LogEntry[];
  /** The holders of keys at the end of these entries, invitations included, with the place of each. */
  holders: Readonly<Record<string, MemberStanding>>;
}

/** The losses of a restored backup that are not written again from here. */
export interface Lost extends LostLog {
  /** Names of people and customers as they were known then, by id. */
  names: Readonly<Record<string, string>>;
  /** Records that this person may not write. */
  records: readonly Fact[];
}

/** A record by its name. */
export interface Fact {
  entity: EntityName;
  id: string;
  name: string;
}

/**
 * Returns what is given up of `known` in favour of another log; undefined where nothing is.
 * @param next what came of that one: all of it where it contradicts what is known, else perhaps its newest entries alone
 */
export function lostLog(
  known: { state: LogState | undefined; entries: readonly LogEntry[] },
  next: readonly LogEntry[],
  now: number,
): LostLog | undefined {
  const { state, entries } = known;
  const other = next.find(({ seq, signature }) => entries[seq] && entries[seq].signature !== signature);
  if (!state || !other) return undefined;
  const placed = holders(state, now).map(({ id, role, customerId }) => [id, { role, customerId }] as const);
  return { entries: entries.slice(other.seq), holders: Object.fromEntries(placed) };
}

/**
 * Returns those who can read more by the restored log than they could at the end of the lost one, and whom nobody has
 * reviewed since: an admin removed them, say, and the backup is from before that.
 */
export function readmitted(
  lost: LostLog,
  { log, entries, now }: { log: LogState; entries: readonly LogEntry[]; now: number },
): Holder[] {
  // Nothing was given up: whoever is in was in before.
  if (lost.entries.length === 0) return [];
  const settled = settledIn(lost, entries);
  return holders(log, now).filter(
    (holder) => !settled.has(holder.id) && scopesLost(log, holder, lost.holders[holder.id]).size > 0,
  );
}

/** Returns the ids of those about whom an admin has said something since the newest `restore`. */
function settledIn({ holders: before }: LostLog, entries: readonly LogEntry[]): Set<string> {
  const settled = new Set<string>();
  const since = entries.slice(entries.findLastIndex(({ type }) => type === 'restore') + 1);
  for (const { type, payload } of since) {
    if (type === 'role' || type === 'status' || type === 'remove') settled.add(payload.userId);
    else if (type === 'add' || type === 'invite') settled.add(payload.cert.userId);
    // A link that was withdrawn says nothing for who comes by it now.
    else if (type === 'rekey' && (payload.method === 'admin' || payload.method === 'invitation')) {
      const isKnown = payload.userId in before || settled.has(payload.userId);
      if (payload.method === 'admin' || isKnown) settled.add(payload.cert.userId);
    }
  }
  return settled;
}
