/**
 * Tells silence from peace. Every member's device leaves a signed sighting: "I saw the log up to this entry, at this
 * time". Here they are left, and read against the log that the server shows this device.
 */
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import type { Sighting } from '@kontor/contract/nouns/sighting';
import type { Replica } from '../replica/replica.ts';

type Place = { workspace: Replica; userId: string };

const dayMs = 86_400_000;

/** ms that a device has been open before it says so: a look in passing costs no write. */
const settledMs = 15 * 60_000;

/** ms between two looks if another day has come. */
const lookEveryMs = 60 * 60_000;

/** ms without a word of anybody that are longer than usual: a weekend and a day. */
export const usualSilenceMs = 3 * dayMs;

/** A person's word, and when they gave it (ms, their clock). */
export interface Confirmation {
  userId: string;
  at: number;
}

/**
 * What the others' words say of the log here. `silent`: for longer than usual nobody else said anything, though
 * somebody should have; `behind`: somebody saw an entry that the server keeps from this device; `forked`: somebody saw
 * another log than this device.
 */
export type Freshness = {
  /** The newest word of anybody, oneself included. */
  last: Confirmation | undefined;
  /** The word that is doubted with, and when the others were last heard of at all. */
  doubt?: { kind: 'silent' | 'behind' | 'forked' } & Confirmation;
};

/** Those sightings that are their own person's: an admin could write in another's place. */
const genuine = ({ collections }: Replica): Sighting[] =>
  collections.sighting.all().filter(({ userId, authorId }) => authorId === undefined || authorId === userId);

/** Reads what is known at a time (ms). */
export function freshnessOf({ workspace, userId }: Place, now: number): Freshness {
  const state = workspace.log.get();
  const sightings = genuine(workspace);
  const last = newest(sightings.map(({ userId: by, seenAt }) => ({ userId: by, at: seenAt })));
  const me = state?.members.get(userId);
  // Customers read no sightings.
  if (!state || !me || me.customerId !== null) return { last };
  const entries = workspace.logEntries();
  const others = sightings.filter((sighting) => sighting.userId !== userId);
  // What was seen before a backup was put back may be what that gave up.
  const restoredAt = entries.findLast(({ type }) => type === 'restore')?.at ?? 0;
  const hashAt = (seq: number) => (seq === state.seq ? state.head : entries[seq + 1]?.previousHash);
  for (const { userId: by, seq, head, seenAt } of others) {
    if (seenAt < restoredAt) continue;
    const doubt = (kind: 'behind' | 'forked') => ({ last, doubt: { kind, userId: by, at: seenAt } });
    if (seq > state.seq) return doubt('behind');
    if (head !== hashAt(seq)) return doubt('forked');
  }
  const { connection } = workspace.status.get();
  const mates = [...state.members.values()].filter(
    ({ userId: id, status, customerId }) => id !== userId && status === 'ACTIVE' && customerId === null,
  );
  if (connection !== 'current' || mates.length === 0) return { last };
  // Who writes into the log is heard of, too.
  const heard = newest([
    ...others.map(({ userId: by, seenAt }) => ({ userId: by, at: seenAt })),
    ...entries
      .map(({ authorId, at }) => ({ userId: authorId, at }))
      .filter((entry) => entry.userId !== userId),
    // Since the newest one could be asked at all.
    { userId: '', at: entries.at(-1)?.at ?? 0 },
  ])!;
  return now - heard.at > usualSilenceMs ? { last, doubt: { kind: 'silent', ...heard } } : { last };
}

const newest = (words: Confirmation[]): Confirmation | undefined =>
  words.reduce<Confirmation | undefined>(
    (last, word) => (last && last.at >= word.at ? last : word),
    undefined,
  );

/** Leaves this person's sighting, once a day and with each new entry of the log. `now` in ms. */
export function leaveSighting({ workspace, userId }: Place, now: number): void {
  const state = workspace.log.get();
  const me = state?.members.get(userId);
  if (!state || me?.status !== 'ACTIVE' || me.customerId !== null) return;
  const staff = workspace.scopeOf('staff');
  const id = customerUserId(userId, staff);
  const own = workspace.collections.sighting.get(id);
  const fields = { userId, seq: state.seq, head: state.head, seenAt: now };
  if (!own) workspace.create('sighting', staff, { id, ...fields });
  else if (own.head !== state.head || now - own.seenAt >= dayMs) workspace.update('sighting', id, fields);
}

/** Leaves sightings while the workspace is open and up to date. Returns the function that ends it. */
export function leaveSightings(place: Place): () => void {
  const { status, loaded, log } = place.workspace;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    settling = undefined;
    if (status.get().connection === 'current' && loaded.get().isComplete) leaveSighting(place, Date.now());
  };
  const settle = () => {
    settling ??= setTimeout(leave, settledMs);
  };
  const daily = setInterval(settle, lookEveryMs);
  const stops = [status.subscribe(settle), log.subscribe(settle)];
  settle();
  return () => {
    clearTimeout(settling);
    clearInterval(daily);
    for (const stop of stops) stop();
  };
}
