/**
 * Notices when nobody else is heard of any more, which a server brings about that keeps back what others write. Once a day
 * each member's device leaves a signed sighting: "I saw the log up to this entry, at this time". Here they are left, and
 * read for how long nobody else has left one. That somebody knew another log, or more of it, shows in their signatures
 * already (`withheld-log` and `forked-log` among the faults).
 */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { certIn } from '@kontor/contract/memberLog/entryParts';
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import type { Sighting } from '@kontor/contract/nouns/sighting';
import { dayMs } from '@kontor/contract/time/day';
import { writeSighting } from '../nouns/sighting.ts';
import type { Observable } from '../observable.ts';
import { hasFault } from '../replica/fault.ts';
import type { PersonIn, Replica } from '../replica/replica.ts';

/** ms that a device has been open before it leaves its sighting: the first pull and whatever follows it come first. */
const settledMs = 60_000;

/** ms until it looks again: not at once after an entry, when everybody's device hears of it. */
const lookEveryMs = 60 * 60_000;

/** ms without a word of anybody that alarm nobody: a weekend and a day. */
const quietMs = 3 * dayMs;

/** Silences longer than this many times the longest one before are unusual. */
const unusual = 1.5;

/** ms that no silence may last unnoticed, whatever sightings remember of longer ones: holidays. */
const longestQuietMs = 28 * dayMs;

/** The person of a sighting, and when they left it (ms, their clock). */
export interface Confirmation {
  userId: string;
  at: number;
}

export interface Freshness {
  /** The newest sighting of anybody else; one's own where nobody else has left one. */
  last: Confirmation | undefined;
  /**
   * The last sign of anybody else, where that is longer ago than usual. Its `userId` is empty where somebody came, or came
   * back, after it: their time counts, and nobody was heard of since.
   */
  silence?: Confirmation;
}

/** Reads what is known at a time (ms). */
export function freshnessOf({ workspace, userId }: PersonIn, now: number): Freshness {
  const state = workspace.log.get();
  const entries = workspace.logEntries().filter(({ at }) => at <= now + dayMs);
  const isPossible = (at: number) => at >= (entries[0]?.at ?? 0) && at <= now + dayMs;
  const present = new Set(
    [...(state?.members.values() ?? [])]
      .filter(({ status, customerId }) => status === 'ACTIVE' && customerId === null)
      .map(({ userId: id }) => id),
  );
  const words = genuine(workspace, isPossible).filter((sighting) => present.has(sighting.userId));
  const others = words.filter((sighting) => sighting.userId !== userId);
  const last = newest((others.length > 0 ? others : words).map(wordOf));
  const mates = new Set([...present].filter((id) => id !== userId));
  // Without a log nobody is known, and customers read no sightings.
  const isCustomer = state?.members.get(userId)?.customerId !== null;
  const hearsNobody = isCustomer || mates.size === 0;
  if (hearsNobody || workspace.status.get().connection !== 'current') return { last };
  const heard = newest([
    ...others.map(wordOf),
    // Who writes into the log is heard of, too; who has only just come, or come back, is waited for.
    ...entries.flatMap(({ authorId, at }) => (authorId === userId ? [] : [{ userId: authorId, at }])),
    ...entries.filter((entry) => concerns(entry, mates)).map(({ at }) => ({ userId: '', at })),
  ]);
  if (!heard) return { last };
  return now - heard.at > usualSilence(others) ? { last, silence: heard } : { last };
}

/**
 * Returns those sightings that are their own person's (an admin could write in another's place), with the moments that can
 * have been: what lies before the workspace or in the future would hide every silence.
 */
const genuine = ({ collections }: Replica, isPossible: (at: number) => boolean): Sighting[] =>
  collections.sighting
    .all()
    .filter(
      ({ userId, authorId, seenAt }) => (authorId === undefined || authorId === userId) && isPossible(seenAt),
    )
    .map((sighting) => ({ ...sighting, earlier: sighting.earlier.filter(isPossible) }));

const wordOf = ({ userId, seenAt }: Sighting): Confirmation => ({ userId, at: seenAt });

const newest = (words: Confirmation[]): Confirmation | undefined =>
  words.reduce<Confirmation | undefined>(
    (last, word) => (last && last.at >= word.at ? last : word),
    undefined,
  );

/** Tells whether an entry is about one of these people: their place, their status or their keys. */
function concerns(entry: LogEntry, people: ReadonlySet<string>): boolean {
  const { payload } = entry;
  return people.has(certIn(entry)?.userId ?? '') || ('userId' in payload && people.has(payload.userId));
}

/**
 * Returns how long nobody may be heard of here before it is unusual, ms: where few come rarely, that is longer, and never
 * so long that somebody who remembers what never was could end the alarm.
 */
function usualSilence(sightings: readonly Sighting[]): number {
  const times = sightings.flatMap(({ earlier, seenAt }) => [...earlier, seenAt]).sort((a, b) => a - b);
  const gaps = times.slice(1).map((at, i) => at - times[i]!);
  return Math.min(longestQuietMs, Math.max(quietMs, unusual * Math.max(0, ...gaps)));
}

/** Leaves this person's sighting, once a day and with each new entry of the log. `now` in ms. */
export function leaveSighting({ workspace, userId }: PersonIn, now: number): void {
  const state = workspace.log.get();
  const me = state?.members.get(userId);
  if (!state || me?.status !== 'ACTIVE' || me.customerId !== null) return;
  const staff = workspace.scopeOf('staff');
  const id = customerUserId(userId, staff);
  if (hasFault(workspace.faults.get(), id)) return;
  writeSighting(workspace, { id, scopeId: staff, userId, head: state.head }, now);
}

/**
 * Leaves sightings while the workspace is open and up to date, and known to be the person's. Returns the function that
 * ends it.
 */
export function leaveSightings(
  place: PersonIn<Replica & { confirmed: Observable<boolean | undefined> }>,
): () => void {
  const { status, loaded, confirmed } = place.workspace;
  const look = () => {
    const isCurrent = status.get().connection === 'current' && loaded.get().isComplete;
    const isReady = isCurrent && confirmed.get() === true && place.workspace.isWritable();
    if (isReady) leaveSighting(place, Date.now());
    timer = setTimeout(look, isReady ? lookEveryMs : settledMs);
  };
  let timer = setTimeout(look, settledMs);
  return () => clearTimeout(timer);
}
