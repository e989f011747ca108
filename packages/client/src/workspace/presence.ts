/**
 * Presence of those who work here, as their devices tell each other over the realtime connection: kept nowhere, never certain, and
 * not told at all where many people work.
 */
import { type LogState, mayHoldPrivate } from '@kontor/contract/memberLog/state';
import { maxWatched, type Presence, type PresenceSign } from '@kontor/contract/wire/channel';
import type { Realtime, WorkspaceSigns } from '../http/realtime.ts';
import { type Observable, observable } from '../observable.ts';
import type { Clock } from '../replica/clock.ts';

/** ms between two signs of a device, and between two looks at who went silent. */
const [tellEvery, lookEvery] = [60_000, 15_000];
/**
 * ms for which a sign counts. Of somebody's devices one may be in use and another not: that they are active counts until the
 * next sign of the one in use is overdue.
 */
const counts: Record<Presence, number> = { active: 75_000, away: 150_000 };
/** Most ms before somebody's question is answered, so that not everybody answers at once. */
const answerWithin = 2_000;

export interface StaffPresence {
  /** The others who are there, by their ids. */
  readonly people: Observable<ReadonlyMap<string, Presence>>;
  /** Tells the others from here on that this person is there. */
  show(presence: Presence): void;
  close(): void;
}

interface Parts {
  workspaceId: string;
  userId: string;
  realtime: Pick<Realtime, 'enterWorkspace' | 'onState'>;
  log: Pick<Observable<LogState | undefined>, 'get' | 'subscribe'>;
  clock: Clock;
}

const nobody: ReadonlyMap<string, Presence> = new Map();

/** Opens it. Nothing is told before `show`. */
export function openPresence({ workspaceId, userId, realtime, log, clock }: Parts): StaffPresence {
  const people = observable(nobody);
  const closing = new AbortController();
  /** When each person's signs lapse, ms. */
  const heard = new Map<string, Record<Presence, number>>();
  let signs: WorkspaceSigns | undefined;
  let own: Presence | undefined;
  let toldAt = 0;
  let isAnswering = false;

  const isColleague = (id: string): boolean => {
    const member = log.get()?.members.get(id);
    return member !== undefined && mayHoldPrivate(member);
  };
  const isOn = (): boolean => {
    const staff = [...(log.get()?.members.keys() ?? [])].filter(isColleague);
    return staff.length <= maxWatched && staff.includes(userId);
  };

  const look = (): void => {
    const now = clock.now();
    const found = new Map<string, Presence>();
    for (const [id, { active, away }] of heard)
      if (isColleague(id) && Math.max(active, away) > now) found.set(id, active > now ? 'active' : 'away');
    const before = people.get();
    const isSame = found.size === before.size && [...found].every(([id, state]) => before.get(id) === state);
    if (!isSame) people.set(found);
  };
  const forget = (): void => {
    heard.clear();
    look();
  };

  const tell = (asks = false): void => {
    if (!own || !isOn() || closing.signal.aborted) return;
    toldAt = clock.now();
    if (signs) signs.tell({ presence: own, asks });
    // Once it has joined it asks who else is there.
    else signs = realtime.enterWorkspace(workspaceId, hear, () => tell(true));
  };
  const answer = async (): Promise<void> => {
    if (isAnswering) return;
    isAnswering = true;
    await clock.wait(Math.random() * answerWithin, closing.signal);
    isAnswering = false;
    tell();
  };
  const hear = ({ userId: id, presence, asks }: PresenceSign): void => {
    if (id === userId || !isOn()) return;
    const lapses = heard.get(id) ?? { active: 0, away: 0 };
    heard.set(id, { ...lapses, [presence]: clock.now() + counts[presence] });
    look();
    if (asks) void answer();
  };

  // What was heard before a break may no longer be so.
  const stops = [
    realtime.onState((state) => state !== 'connected' && forget()),
    // Before the log is known nobody is told anything.
    log.subscribe(() => {
      if (!signs) tell();
    }),
  ];
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await clock.wait(lookEvery, closing.signal);
      look();
      if (clock.now() - toldAt >= tellEvery) tell();
    }
  };
  void run();

  return {
    people,
    show: (presence) => {
      if (presence === own) return;
      own = presence;
      tell();
    },
    close: () => {
      closing.abort();
      for (const stop of stops) stop();
      signs?.leave();
      people.set(nobody);
    },
  };
}
