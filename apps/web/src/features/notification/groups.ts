/** Groups what a person was told by what it is about, so that ten comments on a task are one line. */
import type { Project } from '@kontor/contract/nouns/project';
import type { Task } from '@kontor/contract/nouns/task';
import { startOfOwnDay } from '@kontor/contract/time/zone';
import type { Notification } from '@kontor/contract/wire/notification';
import type { Judgement, ShownEvent, Subject } from './judge.ts';

/** `forYou`: somebody wants something of this person; `activity`: something happened. */
export type Tab = 'forYou' | 'activity';

export interface NotificationGroup {
  /** Unique among the groups. */
  key: string;
  tab: Tab;
  /** Undefined for what nothing here bears out. */
  subject: Subject | undefined;
  /** The newest event. */
  event: ShownEvent | undefined;
  /** Ids of all that it holds; none for what this device made by itself. */
  ids: readonly string[];
  unreadIds: readonly string[];
  /** Ids of those who did what the newest event says, the last one first, as far as it is known. */
  senderIds: readonly string[];
  /** The number of notifications with the newest event. */
  count: number;
  /** Place of the newest thing: the record that says it. */
  recordId: string;
  /** ms since 1970 */
  at: number;
  /** Beginning of the day (ms since 1970) on which the task is due whose news is still to be read. */
  dueAt?: number;
}

/** Events whose sentence counts them all. */
const counted: ReadonlySet<ShownEvent | undefined> = new Set([
  'NEW_DOCUMENT_ON_TASK',
  'NEW_DOCUMENT_ON_PROJECT',
  'NEW_DOCUMENT_ON_CUSTOMER',
] as const);

const activity: ReadonlySet<ShownEvent | undefined> = new Set([
  ...counted,
  'NEW_COMMENT',
  'SIGNING_ANSWERED',
] as const);

/** Groups judged notifications, the newest first. What does not hold is one group. */
export function groupsOf(
  told: readonly { notification: Notification; judgement: Judgement }[],
): NotificationGroup[] {
  const groups = Map.groupBy(told, ({ judgement }) => {
    if (!judgement.holds) return 'unfounded';
    const { subject, event } = judgement;
    return `${activity.has(event) ? 'activity' : 'forYou'} ${subject.id}`;
  });
  return [...groups].map(([key, members]) => {
    const sorted = members.toSorted((a, b) => b.notification.createdAt - a.notification.createdAt);
    const [{ notification, judgement }] = sorted as [(typeof sorted)[number]];
    const notifications = sorted.map((each) => each.notification);
    const event = judgement.holds ? judgement.event : undefined;
    const same = sorted.filter((each) => each.judgement.holds && each.judgement.event === event);
    const senderIds = same.map((each) => (each.judgement.holds ? each.judgement.senderId : undefined));
    // Nobody is credited with what is nobody's word: with the newest, nor with any that are counted.
    const isCredited = counted.has(event) ? !senderIds.includes(undefined) : senderIds[0] !== undefined;
    const known = new Set(senderIds.filter((id) => id !== undefined));
    return {
      key,
      event,
      tab: event && !activity.has(event) ? 'forYou' : 'activity',
      subject: judgement.holds ? judgement.subject : undefined,
      ids: notifications.map(({ id }) => id),
      unreadIds: notifications.filter(({ readAt }) => readAt === null).map(({ id }) => id),
      senderIds: isCredited ? [...known] : [],
      count: event ? same.length : sorted.length,
      recordId: notification.recordId,
      at: notification.createdAt,
    };
  });
}

interface DueState {
  day: string;
  isSeen: boolean;
  mutedIds: readonly string[];
  /** Tasks by their ids, with the due dates that they had as the person removed them. */
  removed?: ReadonlyMap<string, string>;
}

/**
 * Groups what is due on a day, each of a person's tasks for itself. A project that was archived asks for nothing, nor does what the
 * person muted, or removed; with another due date than it had then it is news.
 */
export function dueGroups(
  tasks: readonly Pick<Task, 'id' | 'scopeId' | 'status' | 'dueDate'>[],
  projects: readonly Pick<Project, 'id' | 'archivedAt'>[],
  { day, isSeen, mutedIds, removed = new Map() }: DueState,
): NotificationGroup[] {
  const archived = new Set(projects.filter(({ archivedAt }) => archivedAt).map(({ id }) => id));
  const isMuted = (id: string) => mutedIds.includes(id);
  return tasks
    .filter(({ id, scopeId }) => !isMuted(id) && !isMuted(scopeId))
    .filter(({ scopeId, status }) => status !== 'DONE' && !archived.has(scopeId))
    .filter(({ dueDate }) => dueDate !== undefined && dueDate <= day)
    .filter(({ id, dueDate }) => removed.get(id) !== dueDate)
    .map(({ id, dueDate }) => ({
      ...({ key: `due ${id}`, tab: 'forYou', event: 'TASK_DUE', subject: { noun: 'task', id } } as const),
      ids: [],
      unreadIds: isSeen && !removed.has(id) ? [] : [id],
      senderIds: [],
      count: 1,
      recordId: id,
      at: startOfOwnDay(dueDate!),
    }))
    .sort((a, b) => a.at - b.at);
}

/**
 * Puts what is due on top. A task that the person was told of, too, is one group: it says what there is to read, or once that was
 * read, that it is due.
 */
export function withDue(
  due: readonly NotificationGroup[],
  groups: readonly NotificationGroup[],
): NotificationGroup[] {
  const told = new Map(
    groups.flatMap((group) =>
      group.tab === 'forYou' && group.subject?.noun === 'task' ? [[group.subject.id, group] as const] : [],
    ),
  );
  const joined = due.map((group) => {
    const news = told.get(group.recordId);
    if (!news) return group;
    if (news.unreadIds.length === 0) return { ...group, key: news.key, ids: news.ids };
    return { ...news, unreadIds: [...news.unreadIds, ...group.unreadIds], dueAt: group.at };
  });
  const shown = new Set(joined.map(({ key }) => key));
  return [...joined, ...groups.filter(({ key }) => !shown.has(key))];
}
