import type { Notification } from '@kontor/contract/wire/notification';
import { describe, expect, it } from 'vitest';
import { groupsOf, type NotificationGroup, withDue } from './groups.ts';
import { judge } from './judge.ts';

const me = 'me';
const text = (...content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] });
const mention = { type: 'mention', attrs: { id: me, label: 'Me' } };

const records: Record<string, Record<string, object>> = {
  task: { roof: { id: 'roof', assigneeIds: [me], authorId: 'ada' } },
  project: { house: { id: 'house', memberIds: [me], authorId: 'ada' } },
  room: {
    canteen: { id: 'canteen', memberIds: [me], authorId: 'ada' },
    direct: { id: 'direct', memberIds: [me, 'ada'], isDirect: true, authorId: 'ada' },
  },
  comment: {
    plain: { userId: 'ada', notifyIds: [me], taskId: 'roof', content: text() },
    named: { userId: 'ada', notifyIds: [me], taskId: 'roof', content: text(mention) },
  },
  message: {
    said: { userId: 'ada', notifyIds: [me], scopeId: 'canteen' },
    written: { userId: 'ada', notifyIds: [me], scopeId: 'direct' },
  },
  document: {
    plan: { id: 'plan', scopeId: 'house', createdBy: 'ada' },
    trashed: { id: 'trashed', scopeId: 'house', createdBy: 'ada', trashEntryId: 't' },
  },
};
const collections = Object.fromEntries(
  ['task', 'project', 'room', 'comment', 'message', 'document', 'member'].map((noun) => [
    noun,
    { get: (id: string) => records[noun]?.[id] },
  ]),
) as unknown as Parameters<typeof judge>[1];

let count = 0;
const told = (
  event: Notification['event'],
  recordId: string,
  subjectId = recordId,
  more: Partial<Notification> = {},
): Notification => ({
  ...{ id: String(count++), event, recordId, subjectId, scopeId: 'house', senderId: 'ada' },
  ...{ createdAt: count, readAt: null },
  ...more,
});
const judged = (notification: Notification) => judge(notification, collections, me);

describe('what the server tells', () => {
  it.each([
    [told('ASSIGNED_TO_TASK', 'roof'), 'ASSIGNED_TO_TASK', 'task'],
    [told('ASSIGNED_TO_SPACE', 'house'), 'ASSIGNED_TO_SPACE', 'project'],
    [told('INVITED_TO_CHAT', 'canteen'), 'INVITED_TO_CHAT', 'room'],
    [told('NEW_COMMENT', 'plain', 'roof'), 'NEW_COMMENT', 'task'],
    // That it is a mention only the words say.
    [told('NEW_COMMENT', 'named', 'roof'), 'MENTIONED', 'task'],
    [told('MENTIONED', 'said', 'canteen'), 'MENTIONED', 'room'],
    [told('MENTIONED', 'written', 'direct'), 'WROTE_TO_YOU', 'room'],
    [told('NEW_DOCUMENT_ON_PROJECT', 'plan', 'house'), 'NEW_DOCUMENT_ON_PROJECT', 'project'],
  ])('holds where a record bears it out: $event', (notification, event, noun) => {
    expect(judged(notification)).toEqual({
      ...{ holds: true, event, senderId: 'ada' },
      subject: { noun, id: notification.subjectId },
    });
  });

  it.each([
    told('ASSIGNED_TO_TASK', 'none'),
    told('ASSIGNED_TO_TASK', 'roof', 'house'),
    told('NEW_COMMENT', 'none', 'roof'),
    // Somebody else’s word, or about another thing.
    told('NEW_COMMENT', 'plain', 'roof', { senderId: 'eve' }),
    told('NEW_COMMENT', 'plain', 'house'),
    told('MENTIONED', 'said', 'canteen', { senderId: 'eve' }),
    told('MENTIONED', 'said', 'none'),
    told('NEW_DOCUMENT_ON_PROJECT', 'plan', 'elsewhere'),
    told('NEW_DOCUMENT_ON_PROJECT', 'trashed', 'house'),
  ])('does not hold where the server made it up: $event $recordId on $subjectId by $senderId', (made) => {
    expect(judged(made)).toEqual({ holds: false });
  });

  it('names nobody who did not sign what it is about', () => {
    for (const [event, id] of [
      ['ASSIGNED_TO_TASK', 'roof'],
      ['ASSIGNED_TO_SPACE', 'house'],
      ['INVITED_TO_CHAT', 'canteen'],
    ] as const)
      expect(judged(told(event, id, id, { senderId: 'eve' }))).not.toHaveProperty('senderId');
  });
});

it('groups by what it is about; what does not hold is one line, for nobody', () => {
  const all = [
    told('NEW_COMMENT', 'plain', 'roof'),
    told('NEW_COMMENT', 'plain', 'roof', { readAt: 1 }),
    told('ASSIGNED_TO_TASK', 'roof'),
    told('ASSIGNED_TO_TASK', 'none'),
    told('NEW_COMMENT', 'none', 'roof'),
  ];
  const groups = groupsOf(all.map((notification) => ({ notification, judgement: judged(notification) })));
  expect(groups.map(({ key, tab, count, unreadIds }) => [key, tab, count, unreadIds.length])).toEqual([
    ['activity roof', 'activity', 2, 1],
    ['forYou roof', 'forYou', 1, 1],
    ['unfounded', 'activity', 2, 2],
  ]);
});

it('shows a task once that is due and was assigned, as due, with what there is to read', () => {
  const groups = groupsOf(
    [told('ASSIGNED_TO_TASK', 'roof'), told('NEW_COMMENT', 'plain', 'roof')].map((notification) => ({
      notification,
      judgement: judged(notification),
    })),
  );
  const assigned = groups.find(({ tab }) => tab === 'forYou')!;
  const dueOf = (id: string): NotificationGroup => ({
    ...{ key: `due ${id}`, tab: 'forYou', event: 'TASK_DUE', subject: { noun: 'task', id } },
    ...{ ids: [], unreadIds: [id], senderIds: [], count: 1, recordId: id, at: 0 },
  });
  const all = withDue([dueOf('roof'), dueOf('cellar')], groups);
  expect(all.map(({ key, event }) => [key, event])).toEqual([
    ['forYou roof', 'TASK_DUE'],
    ['due cellar', 'TASK_DUE'],
    ['activity roof', 'NEW_COMMENT'],
  ]);
  expect(all[0]).toMatchObject({ ids: assigned.ids, unreadIds: [...assigned.unreadIds, 'roof'] });
});
