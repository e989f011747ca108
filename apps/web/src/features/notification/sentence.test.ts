// Sets the language.
import { expect, it } from 'vitest';
import { speak } from '../../platform/text/locale.ts';
import type { People } from '../../ui/person/people.tsx';
import { groupsOf, type NotificationGroup } from './groups.ts';
import type { Judgement, ShownEvent } from './judge.ts';
import { notificationMessages } from './messages.ts';
import { sentenceOf } from './sentence.ts';

const people = new Map([['a', { name: 'Ada' }]]) as unknown as People;
const said = (event: string, senderIds: string[]) =>
  sentenceOf(
    { event, senderIds, count: 9, at: 0 } as unknown as NotificationGroup,
    people,
    notificationMessages.t,
  );

it.each([
  [
    'de',
    'MENTIONED',
    'Ada hat Sie erwähnt oder Ihnen geantwortet',
    'Ada und 2 weitere Personen haben Sie erwähnt oder Ihnen geantwortet',
  ],
  ['de', 'WROTE_TO_YOU', 'Ada hat Ihnen geschrieben', 'Ada und 2 weitere Personen haben Ihnen geschrieben'],
  ['en', 'SIGNING_ANSWERED', 'Ada has signed', 'Ada and 2 others have signed'],
  ['en', 'ASKED_TO_SIGN', 'Ada asks for your signature', 'Ada and 2 others ask for your signature'],
] as const)('speaks in %s of one sender and of several: %s', (language, event, one, several) => {
  speak(language);
  expect(said(event, ['a'])).toBe(one);
  expect(said(event, ['a', 'b', 'c'])).toBe(several);
});

it('names nobody where nobody is known', () => {
  speak('en');
  expect(said('SIGNING_ANSWERED', [])).toBe('Somebody has signed');
});

const told = (id: string, event: ShownEvent, senderId?: string) => ({
  notification: { id, recordId: id, readAt: null, createdAt: -Number(id) } as Parameters<
    typeof groupsOf
  >[0][number]['notification'],
  judgement: {
    holds: true,
    event,
    subject: { noun: 'project', id: 'p' },
    ...(senderId && { senderId }),
  } as Judgement,
});

it('credits nobody with the files of somebody who is not known', () => {
  const uploaded = (id: string, senderId?: string) => told(id, 'NEW_DOCUMENT_ON_PROJECT', senderId);
  expect(groupsOf([uploaded('1', 'a'), uploaded('2', 'a')])).toMatchObject([{ senderIds: ['a'], count: 2 }]);
  expect(groupsOf([uploaded('1', 'a'), uploaded('2')])).toMatchObject([{ senderIds: [], count: 2 }]);
});

it('names who wrote last where an older message is not here, and nobody where the last one is not', () => {
  const mentioned = (id: string, senderId?: string) => told(id, 'MENTIONED', senderId);
  const both = [mentioned('1', 'a'), mentioned('2', 'b'), mentioned('3')];
  expect(groupsOf(both)).toMatchObject([{ senderIds: ['a', 'b'], count: 3 }]);
  expect(groupsOf([mentioned('1'), mentioned('2', 'a')])).toMatchObject([{ senderIds: [] }]);
});
