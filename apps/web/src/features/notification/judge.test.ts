import { createHash } from 'node:crypto';
import { type Answer, type Request, requestHash } from '@kontor/client/nouns/signing';
import { signingAnswerId } from '@kontor/contract/nouns/signing';
import { notificationEvents } from '@kontor/contract/server/notification';
import { directRoomId } from '@kontor/contract/wire/directRoom';
import type { Notification } from '@kontor/contract/wire/notification';
import { describe, expect, it } from 'vitest';
import { dueGroups, groupsOf, type NotificationGroup, withDue } from './groups.ts';
import { judgedNouns, judges, verifyNotification } from './judge.ts';

const uuid = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [me, eve, offer, contract, taken, quiet] = [1, 2, 3, 4, 5, 6].map(uuid) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const text = (...content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] });
const mention = { type: 'mention', attrs: { id: me, label: 'Me' } };

/** Returns a request that Ada wrote, to sign for both. */
const request = (id: string, more: Partial<Request & { notifyIds: string[] }> = {}) => ({
  id,
  askerId: 'ada',
  askerName: 'Ada',
  signerIds: [me, eve],
  notifyIds: [],
  documentId: 'plan',
  signers: [me, eve].map((userId) => ({ userId, name: userId, email: '' })),
  name: 'Offer.pdf',
  size: 1,
  sha256: 'bytes',
  isOrdered: false,
  fields: [],
  createdAt: 1,
  authorId: 'ada',
  ...more,
});
const requests = [
  request(offer),
  request(contract, {
    isOrdered: true,
    signerIds: [eve, me],
    signers: [eve, me].map((userId) => ({ userId, name: userId, email: '' })),
  }),
  // By an administrator, in Ada's place.
  request(taken, { withdrawnAt: 5, notifyIds: [me, 'ada'], authorId: 'boss' }),
  request(quiet, { withdrawnAt: 5, notifyIds: [eve] }),
];
/** Returns Eve's answer. */
const answer = (of: Request, more: Partial<Answer> = {}) => ({
  id: signingAnswerId(of.id, eve),
  signingId: of.id,
  userId: eve,
  authorId: eve,
  notifyIds: [me, 'ada'],
  outcome: 'signed',
  sha256: 'bytes',
  statement: 'Yes',
  name: 'Eve',
  fingerprint: 'key',
  signedAt: 2,
  previous: [requestHash(of)],
  values: {},
  ...more,
});
const answers = [
  answer(requests[0]!, { outcome: 'declined', reason: 'Too dear.' }),
  answer(requests[1]!),
  { ...answer(requests[2]!), notifyIds: [] },
];

const workspaceId = 'workspace';
const sha256 = async (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const direct = await directRoomId({ sha256 }, workspaceId, [me, 'ada']);

const records: Record<string, Record<string, object>> = {
  task: { roof: { id: 'roof', assigneeIds: [me], authorId: 'ada' } },
  project: { house: { id: 'house', memberIds: [me], authorId: 'ada' } },
  room: {
    canteen: { id: 'canteen', memberIds: [me], authorId: 'ada' },
    [direct]: { id: direct, memberIds: [me, 'ada'], isDirect: true, authorId: 'ada' },
    // Its maker's word alone.
    claimed: { id: 'claimed', memberIds: [me, 'ada'], isDirect: true, authorId: 'ada' },
  },
  comment: {
    plain: { userId: 'ada', notifyIds: [me], taskId: 'roof', content: text() },
    named: { userId: 'ada', notifyIds: [me], taskId: 'roof', content: text(mention) },
    astray: { userId: 'ada', notifyIds: [me], content: text() },
  },
  message: {
    said: { userId: 'ada', notifyIds: [me], scopeId: 'canteen' },
    written: { userId: 'ada', notifyIds: [me], scopeId: direct },
    spoken: { userId: 'ada', notifyIds: [me], scopeId: 'claimed' },
  },
  document: {
    plan: { id: 'plan', scopeId: 'house', createdBy: 'ada', authorId: 'ada' },
    photo: { id: 'photo', scopeId: 'house', createdBy: 'ada', authorId: 'ada', taskId: 'roof' },
    // By Eve, who wrote Ada's name into it.
    claimed: { id: 'claimed', scopeId: 'house', createdBy: 'ada', authorId: eve },
    letter: { id: 'letter', scopeId: 'house', createdBy: 'ada', authorId: 'ada', customerId: 'huber' },
  },
  signing: Object.fromEntries(requests.map((each) => [each.id, each])),
  signingAnswer: Object.fromEntries(answers.map((each) => [each.id, each])),
  signingReminder: {
    nudge: { signingId: offer, notifyIds: [me], authorId: 'ada' },
    foreign: { signingId: offer, notifyIds: [me], authorId: eve },
    // Of a request that is not here, by nobody who is known.
    lost: { signingId: 'gone', notifyIds: [me] },
  },
};
const collections = Object.fromEntries(
  judgedNouns.map((noun) => [
    noun,
    {
      get: (id: string) => records[noun]?.[id],
      where: (_: string, id: string) => answers.filter(({ signingId }) => signingId === id),
    },
  ]),
) as unknown as Parameters<typeof verifyNotification>[1]['collections'];
/** Ids of what lies in the trash. */
const hidden = new Set(['old', 'remark on old']);

let count = 0;
const told = (
  event: Notification['event'],
  recordId: string,
  subjectId = recordId,
  more: Partial<Notification> = {},
): Notification => ({
  id: String(count++),
  event,
  recordId,
  subjectId,
  scopeId: 'house',
  senderId: 'ada',
  createdAt: count,
  readAt: null,
  ...more,
});
const judged = (notification: Notification) =>
  verifyNotification(
    notification,
    { collections, id: workspaceId, accessOf: () => 'private', isHidden: (id) => hidden.has(id) },
    me,
  );

it('asks some noun about each event, but for that of which no record tells', () => {
  const asked = new Set(judgedNouns.flatMap((noun) => judges[noun].events));
  expect(notificationEvents.filter((event) => !asked.has(event))).toEqual(['UNLOCK_WANTED']);
});

describe('what the server tells', () => {
  it.each([
    [told('ASSIGNED_TO_TASK', 'roof'), 'ASSIGNED_TO_TASK', 'task'],
    [told('ASSIGNED_TO_SPACE', 'house'), 'ASSIGNED_TO_SPACE', 'project'],
    [told('INVITED_TO_CHAT', 'canteen'), 'INVITED_TO_CHAT', 'room'],
    [told('NEW_COMMENT', 'plain', 'roof'), 'NEW_COMMENT', 'task'],
    // That it is a mention only the words say.
    [told('NEW_COMMENT', 'named', 'roof'), 'MENTIONED', 'task'],
    [told('MENTIONED', 'said', 'canteen'), 'MENTIONED', 'room'],
    [told('MENTIONED', 'written', direct), 'WROTE_TO_YOU', 'room'],
    [told('MENTIONED', 'spoken', 'claimed'), 'MENTIONED', 'room'],
    [told('NEW_DOCUMENT_ON_PROJECT', 'plan', 'house'), 'NEW_DOCUMENT_ON_PROJECT', 'project'],
  ])('holds where a record bears it out: $event', (notification, event, noun) => {
    expect(judged(notification)).toEqual({
      holds: true,
      event,
      senderId: 'ada',
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
    told('NEW_DOCUMENT_ON_PROJECT', 'none', 'house'),
    told('NEW_DOCUMENT_ON_PROJECT', 'plan', 'elsewhere', { scopeId: 'elsewhere' }),
  ])('does not hold where the server made it up: $event $recordId on $subjectId by $senderId', (made) => {
    expect(judged(made)).toEqual({ holds: false });
  });

  it.each([
    ['plan', { noun: 'project', id: 'house' }],
    ['photo', { noun: 'task', id: 'roof' }],
    ['letter', { noun: 'customer', id: 'huber' }],
  ] as const)('tells of a file where it lies now, wherever it was put at first: %s', (id, subject) => {
    const event = `NEW_DOCUMENT_ON_${subject.noun.toUpperCase()}`;
    for (const was of ['NEW_DOCUMENT_ON_TASK', 'NEW_DOCUMENT_ON_PROJECT'] as const)
      expect(judged(told(was, id, 'cellar'))).toEqual({
        holds: true,
        event,
        subject,
        senderId: 'ada',
      });
    expect(judged(told('NEW_DOCUMENT_ON_TASK', id, 'cellar', { senderId: 'eve' }))).not.toHaveProperty(
      'senderId',
    );
  });

  it('names nobody for a file that somebody else wrote in their name', () => {
    const said = judged(told('NEW_DOCUMENT_ON_PROJECT', 'claimed', 'house'));
    expect(said).toMatchObject({ holds: true, event: 'NEW_DOCUMENT_ON_PROJECT' });
    expect(said).not.toHaveProperty('senderId');
  });

  it('is no news any more while it lies in the trash, and no lie', () => {
    expect(judged(told('NEW_DOCUMENT_ON_PROJECT', 'old', 'house'))).toBeUndefined();
    expect(judged(told('NEW_COMMENT', 'remark on old', 'old'))).toBeUndefined();
    expect(judged(told('NEW_COMMENT', 'none', 'old'))).toEqual({ holds: false });
  });

  it('is no news, and no lie, while what it was said of is elsewhere', () => {
    expect(judged(told('NEW_COMMENT', 'astray', 'roof'))).toBeUndefined();
  });

  const answerOf = (of: string) => signingAnswerId(of, eve);

  it.each([
    [told('ASKED_TO_SIGN', offer), 'ASKED_TO_SIGN', 'ada'],
    [told('ASKED_TO_SIGN', 'nudge', offer), 'REMINDED_TO_SIGN', 'ada'],
    [told('SIGNING_ANSWERED', answerOf(offer), offer, { senderId: eve }), 'DECLINED_TO_SIGN', eve],
    [told('SIGNING_ANSWERED', answerOf(contract), contract, { senderId: eve }), 'TURN_TO_SIGN', eve],
    [told('SIGNING_ANSWERED', taken, taken, { senderId: 'boss' }), 'SIGNING_WITHDRAWN', 'boss'],
    // The server says that it was somebody else than who signed it.
    [told('SIGNING_ANSWERED', taken), 'SIGNING_WITHDRAWN', undefined],
  ])(
    'holds of a signature where a record bears it out: $event of $recordId',
    (notification, event, senderId) => {
      expect(judged(notification)).toEqual({
        holds: true,
        event,
        subject: { noun: 'signing', id: notification.subjectId },
        ...(senderId && { senderId }),
      });
    },
  );

  it.each([
    told('ASKED_TO_SIGN', 'none'),
    told('ASKED_TO_SIGN', 'foreign', offer),
    told('ASKED_TO_SIGN', 'nudge', contract),
    told('ASKED_TO_SIGN', 'lost', 'gone'),
    told('SIGNING_ANSWERED', answerOf(offer), offer),
    told('SIGNING_ANSWERED', answerOf(offer), contract, { senderId: eve }),
    // It was neither withdrawn, nor is its reader told of that answer.
    told('SIGNING_ANSWERED', offer),
    told('SIGNING_ANSWERED', quiet),
    told('SIGNING_ANSWERED', answerOf(taken), taken, { senderId: eve }),
  ])('does not hold of a signature where the server made it up: $event $recordId on $subjectId', (made) => {
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
  const groups = groupsOf(all.map((notification) => ({ notification, judgement: judged(notification)! })));
  expect(groups.map(({ key, tab, count, unreadIds }) => [key, tab, count, unreadIds.length])).toEqual([
    ['activity roof', 'activity', 2, 1],
    ['forYou roof', 'forYou', 1, 1],
    ['unfounded', 'activity', 2, 2],
  ]);
});

describe('a task that is due and that the person was told of', () => {
  const dueOf = (id: string): NotificationGroup => ({
    key: `due ${id}`,
    tab: 'forYou',
    event: 'TASK_DUE',
    subject: { noun: 'task', id },
    ids: [],
    unreadIds: [id],
    senderIds: [],
    count: 1,
    recordId: id,
    at: -1,
  });
  const groupsOfAll = (...all: Notification[]) =>
    groupsOf(all.map((notification) => ({ notification, judgement: judged(notification)! })));

  it('is one group, which says what there is to read, and beside it that it is due', () => {
    const groups = groupsOfAll(
      told('ASSIGNED_TO_TASK', 'roof'),
      told('NEW_COMMENT', 'plain', 'roof'),
      told('NEW_COMMENT', 'named', 'roof'),
    );
    const mentioned = groups.find(({ tab }) => tab === 'forYou')!;
    const all = withDue([dueOf('roof'), dueOf('cellar')], groups);
    expect(all.map(({ key, event }) => [key, event])).toEqual([
      ['forYou roof', 'MENTIONED'],
      ['due cellar', 'TASK_DUE'],
      ['activity roof', 'NEW_COMMENT'],
    ]);
    expect(mentioned).toMatchObject({ recordId: 'named', senderIds: ['ada'] });
    expect(all[0]).toEqual({ ...mentioned, unreadIds: [...mentioned.unreadIds, 'roof'], dueAt: -1 });
  });

  it('says that it is due once the rest was read, which can still be removed', () => {
    const groups = groupsOfAll(told('ASSIGNED_TO_TASK', 'roof', 'roof', { readAt: 1 }));
    const { key, ids } = groups[0]!;
    expect(withDue([dueOf('roof')], groups)).toEqual([{ ...dueOf('roof'), key, ids }]);
  });
});

it('asks for what is due and not done, the oldest first, and not in projects that were archived, nor for what was muted', () => {
  const task = (
    id: string,
    dueDate: string | undefined,
    scopeId = 'house',
    status = 'IN_PROGRESS' as const,
  ) => ({
    id,
    scopeId,
    status,
    dueDate,
  });
  const tasks = [
    ...[task('today', '2026-11-23'), task('late', '2026-11-01'), task('later', '2026-11-24')],
    ...[task('some day', undefined), task('archived', '2026-11-01', 'hut')],
    { ...task('done', '2026-11-01'), status: 'DONE' as const },
  ];
  const projects = [{ id: 'house' }, { id: 'hut', archivedAt: 1 }];
  const due = (isSeen: boolean, ...mutedIds: string[]) =>
    dueGroups(tasks, projects, { day: '2026-11-23', isSeen, mutedIds });
  expect(due(false).map(({ recordId, unreadIds }) => [recordId, unreadIds.length])).toEqual([
    ['late', 1],
    ['today', 1],
  ]);
  expect(due(true).map(({ unreadIds }) => unreadIds)).toEqual([[], []]);
  expect(due(false, 'late').map(({ recordId }) => recordId)).toEqual(['today']);
  expect(due(false, 'house')).toEqual([]);
});
