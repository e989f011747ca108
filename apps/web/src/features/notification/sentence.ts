import { formatDayAndYear } from '../../platform/text/format.ts';
import type { Translate } from '../../platform/text/messages.ts';
import type { People } from '../../ui/person/people.tsx';
import type { NotificationGroup } from './groups.ts';
import type { notificationMessages } from './messages.ts';

type T = Translate<(typeof notificationMessages)['en']>;

/** Says who did it: the last one, and how many others. */
function whoOf({ senderIds }: NotificationGroup, people: People, t: T): string {
  const [first, ...others] = senderIds;
  const name = people.get(first!)?.name ?? t('somebody');
  return others.length > 0 ? t('andMore', { name, count: others.length }) : name;
}

/** Says what a group tells, with the names of those who are known to have done it. */
export function sentenceOf(group: NotificationGroup, people: People, t: T): string {
  const { event, count, senderIds, at } = group;
  const who = senderIds.length > 0 ? whoOf(group, people, t) : undefined;
  const senders = Math.max(1, senderIds.length);
  switch (event) {
    case undefined:
      return t('unfounded', { count });
    case 'TASK_DUE':
      return t('due', { day: formatDayAndYear(at) });
    case 'UNLOCK_WANTED':
      return t('unlockWanted');
    case 'ASSIGNED_TO_TASK':
      return who ? t('assignedTask', { who, count: senders }) : t('assignedTaskPlain');
    case 'ASSIGNED_TO_SPACE':
      return who ? t('assignedSpace', { who, count: senders }) : t('assignedSpacePlain');
    case 'INVITED_TO_CHAT':
      return who ? t('invited', { who, count: senders }) : t('invitedPlain');
    case 'MENTIONED':
      return who ? t('mentioned', { who, count: senders }) : t('mentionedPlain');
    case 'WROTE_TO_YOU':
      return who ? t('wrote', { who, count: senders }) : t('wrotePlain');
    case 'NEW_COMMENT':
      return who ? t('commented', { who }) : t('commentedPlain');
    case 'ASKED_TO_SIGN':
      return who ? t('askedToSign', { who, count: senders }) : t('askedToSignPlain');
    case 'REMINDED_TO_SIGN':
      return who ? t('remindedToSign', { who, count: senders }) : t('remindedToSignPlain');
    case 'TURN_TO_SIGN':
      return t('turnToSign', { who: who ?? t('somebody'), count: senders });
    case 'SIGNING_ANSWERED':
      return t('hasSigned', { who: who ?? t('somebody'), count: senders });
    case 'DECLINED_TO_SIGN':
      return t('hasDeclined', { who: who ?? t('somebody'), count: senders });
    case 'SIGNING_WITHDRAWN':
      return t('hasWithdrawn', { who: who ?? t('somebody'), count: senders });
    case 'SIGNED_BY_ALL':
      return t('signedByAll');
    default:
      return who ? t('uploaded', { who, count }) : t('uploadedPlain', { count });
  }
}
