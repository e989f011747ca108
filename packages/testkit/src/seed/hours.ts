/** Gives the seeded firm a quarter of hours: what everybody worked, when they were away, and the months that are closed. */
import { daysFrom, plansOf, targetOn } from '@kontor/client/nouns/dayTarget';
import { closeMonth, confirmMonth } from '@kontor/client/nouns/monthActs';
import { entryPlaceOf } from '@kontor/client/nouns/timeEntry';
import { hoursOf } from '@kontor/client/nouns/workingTime';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Absence } from '@kontor/contract/nouns/absence';
import type { WorkingWeek } from '@kontor/contract/nouns/workingTime';
import { type Random, random } from '@kontor/contract/testing/random';
import { addDays, dayMs, mondayOf, monthStart, nextMonth } from '@kontor/contract/time/day';
import { momentAt } from '@kontor/contract/time/zone';
import type { Actor } from '../actor.ts';
import { pulled } from './pulled.ts';

const zone = 'Europe/Berlin';
const minuteMs = 60_000;

/** Minutes of the weekdays, and days off as offsets from the quarter's start, by the order of the people. */
const people: readonly {
  minutes: number[];
  away: [kind: Absence['kind'], from: number, to: number, isHalf?: boolean][];
}[] = [
  {
    minutes: [480, 480, 480, 480, 480, 0, 0],
    away: [
      ['vacation', 31, 35],
      ['vacation', 65, 65, true],
    ],
  },
  {
    minutes: [480, 480, 480, 480, 360, 0, 0],
    away: [
      ['sickness', 9, 11],
      ['vacation', 46, 50],
    ],
  },
  {
    minutes: [300, 300, 300, 300, 300, 0, 0],
    away: [
      ['vacation', 14, 25],
      ['sickness', 57, 57],
    ],
  },
  {
    minutes: [480, 480, 480, 480, 360, 0, 0],
    away: [
      ['other', 20, 20],
      ['sickness', 40, 43],
    ],
  },
];

const remarks = [
  'Aufmaß vor Ort',
  'Zuschnitt und Vorbereitung',
  'Abstimmung mit dem Kunden',
  'Montage',
  'Zeichnungen überarbeitet',
  'Material bestellt und geprüft',
];

export interface HoursOptions {
  workspaceId: string;
  /** The owner first. */
  actors: readonly Actor[];
  /** `YYYY-MM-DD` */
  today: string;
}

/** Writes the hours of the two months before today's, and of this one up to yesterday. Everybody closes the whole months. */
export async function makeHours({ workspaceId, actors, today }: HoursOptions): Promise<void> {
  const [owner] = actors as [Actor, ...Actor[]];
  const last = monthStart(today);
  const months = [monthStart(addDays(monthStart(addDays(last, -1)), -1)), monthStart(addDays(last, -1))];
  const asOwner = await owner.open(workspaceId);
  for (const [i, actor] of actors.entries()) {
    const workspace = await actor.open(workspaceId);
    const userId = actor.session.user!.id;
    const { id: scopeId } = await hoursHere(workspace, userId);
    await workspace.pull();
    await pulled(asOwner, () => hoursOf(asOwner.collections, userId) !== undefined);
    const weeks: WorkingWeek[] = [
      { from: months[0]!, minutes: people[i % people.length]!.minutes, region: 'de-hh' },
    ];
    asOwner.update('workingTime', scopeId, { weeks });
    await asOwner.outbox.sent();
    await pulled(workspace, () => workspace.collections.workingTime.get(scopeId)?.weeks.length === 1);
    const chance = random(100 + i);
    workspace.transaction(() => {
      const away = awayOf(i, months[0]!);
      for (const each of away) workspace.create('absence', scopeId, each);
      const targets = daysFrom(months[0]!, today).map((day) => targetOn(weeks, day));
      for (const { day, target: due = 0 } of plansOf(targets, away))
        workDay(workspace, { userId, scopeId, day, due, chance });
    });
    await workspace.outbox.sent();
    for (const [n, month] of months.entries()) {
      const at = Date.parse(nextMonth(month)) + (9 + i) * 3_600_000;
      closeMonth(workspace, { scopeId, month }, { userId, at });
      await workspace.outbox.sent();
      // The newest still waits for some of the admins' signatures.
      if (n > 0 && i % 2 > 0) continue;
      await pulled(asOwner, () =>
        asOwner.collections.month.where('scopeId', scopeId).some((each) => each.month === month),
      );
      confirmMonth(asOwner, { scopeId, month }, { userId: owner.session.user!.id, at: at + dayMs });
      await asOwner.outbox.sent();
    }
  }
}

/** Resolves with the head of somebody's hours, which their own device makes. */
async function hoursHere(workspace: Workspace, userId: string) {
  await pulled(workspace, () => hoursOf(workspace.collections, userId) !== undefined);
  return hoursOf(workspace.collections, userId)!;
}

const awayOf = (person: number, start: string) =>
  people[person % people.length]!.away.map(([kind, from, to, isHalf = false]) => ({
    kind,
    isHalf,
    from: mondayNear(start, from, to),
    to: addDays(mondayNear(start, from, to), to - from),
  }));

/** Returns the day on which days off begin: a Monday, where they last a week. */
const mondayNear = (start: string, from: number, to: number): string => {
  const day = addDays(start, from);
  return to - from > 3 ? mondayOf(day) : day;
};

interface WorkDay {
  userId: string;
  scopeId: string;
  day: string;
  /** ms */
  due: number;
  chance: Random;
}

/** Plans a morning and an afternoon, about as long as they are to be. */
function workDay(workspace: Workspace, { userId, scopeId, day, due, chance }: WorkDay): void {
  if (due === 0) return;
  const total = due / minuteMs + chance.int(-6, 8) * 5;
  const morning = total > 270 ? chance.int(42, 51) * 5 : total;
  let from = chance.int(84, 102) * 5;
  for (const minutes of [morning, total - morning]) {
    if (minutes <= 0) continue;
    const taskId = chance.pick(tasksOf(workspace, userId));
    const remark = chance.chance(0.4) && { description: chance.pick(remarks) };
    workspace.create('timeEntry', scopeId, {
      ...entryPlaceOf(workspace, taskId),
      status: 'DONE',
      zone,
      isBillable: chance.chance(0.85),
      ...remark,
      segments: [{ from: momentAt(day, from, zone), to: momentAt(day, from + minutes, zone) }],
    });
    from += minutes + chance.int(6, 12) * 5;
  }
}

/** Returns the tasks that somebody works on: some of their own in projects that go on. */
function tasksOf({ collections }: Workspace, userId: string): string[] {
  const isRunning = ({ scopeId }: { scopeId: string }) =>
    collections.project.get(scopeId)?.archivedAt === undefined;
  const running = collections.task.all().filter(isRunning);
  const own = running.filter(({ assigneeIds }) => assigneeIds.includes(userId));
  return (own.length > 0 ? own : running).filter((_, i) => i % 3 === 0).map(({ id }) => id);
}
