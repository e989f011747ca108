/**
 * Holds what the server says against the records of this device. A notification is ids that the server wrote: it is shown
 * as a fact only where a record bears it out, and with a name only where that person signed the record.
 */
import { isDirect } from '@kontor/client/nouns/room';
import { judgeSigning } from '@kontor/client/nouns/signing';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { EntityName, NotifyingName, OpenOf } from '@kontor/contract/nouns/entities';
import type { NotificationEvent } from '@kontor/contract/server/notification';
import { today } from '@kontor/contract/time/day';
import type { Notification } from '@kontor/contract/wire/notification';
import { mentionedIn } from '../../ui/richText/mentionLabel.ts';

/** Events as they are shown: what a comment or an answer says, only its words tell; that a room is direct, only its record and its id. */
export type ShownEvent =
  | NotificationEvent
  | 'TASK_DUE'
  | 'WROTE_TO_YOU'
  | 'REMINDED_TO_SIGN'
  | 'TURN_TO_SIGN'
  | 'DECLINED_TO_SIGN'
  | 'SIGNED_BY_ALL'
  | 'SIGNING_WITHDRAWN';

/** The thing that a notification is about, as a screen shows and opens it. */
export interface Subject {
  noun: Extract<EntityName, 'task' | 'project' | 'room' | 'document' | 'customer' | 'signing' | 'member'>;
  id: string;
}

export type Judgement =
  /** `senderId`: whoever is known to have done it. */
  | { holds: true; event: ShownEvent; subject: Subject; senderId?: string }
  /** Nothing here bears it out. */
  | { holds: false };

type JudgedName = NotifyingName | 'task' | 'project' | 'room' | 'document';
type Collections = Pick<Workspace['collections'], JudgedName>;

interface Records extends Pick<Workspace, 'id' | 'accessOf'> {
  collections: Collections;
  /** See `Replica.isHidden`. */
  isHidden(id: string): boolean;
}

/** A notification to judge, with the records that it is held against and their reader. */
interface Case {
  told: Notification;
  records: Records;
  userId: string;
}

/** Judges what the server says of the records of one noun. */
interface Judge<N extends JudgedName> {
  /** The events of which it says them. */
  events: readonly [NotificationEvent, ...NotificationEvent[]];
  /** Judges it by the record; undefined where it is no news. */
  judge(record: OpenOf<N>, of: Case): Judgement | undefined;
  /** Judges it while the record is not here; without this, nothing bears it out then. */
  judgeAbsent?(of: Case): Judgement;
}

const untrue: Judgement = { holds: false };

const holds = (
  { event, senderId }: Notification,
  subject: Subject,
  isSenders: boolean,
  shown: ShownEvent = event,
): Judgement => ({ holds: true, event: shown, subject, ...(isSenders && { senderId }) });

/** Judges that somebody was put on the list of a record. */
const judgeListed = (
  { told, userId }: Case,
  noun: 'task' | 'project' | 'room',
  { id, authorId }: { id: string; authorId?: string | undefined },
  list: readonly string[],
): Judgement =>
  list.includes(userId) && told.subjectId === id
    ? holds(told, { noun, id }, authorId === told.senderId)
    : untrue;

/** The nouns whose records bear out what the server says, and how. */
export const judges: { readonly [N in JudgedName]: Judge<N> } = {
  task: {
    events: ['ASSIGNED_TO_TASK'],
    judge: (task, of) => judgeListed(of, 'task', task, task.assigneeIds),
  },
  project: {
    events: ['ASSIGNED_TO_SPACE'],
    judge: (project, of) => judgeListed(of, 'project', project, project.memberIds),
  },
  room: {
    events: ['INVITED_TO_CHAT'],
    judge: (room, of) => judgeListed(of, 'room', room, room.memberIds),
  },
  comment: {
    events: ['NEW_COMMENT'],
    judge: (comment, { told, userId, records: { collections } }) => {
      const { subjectId, senderId } = told;
      if (!comment.notifyIds.includes(userId) || comment.userId !== senderId) return untrue;
      const { taskId, documentId } = comment;
      // It was left behind where its task was, and is on its way to it.
      if (!taskId && !documentId) return undefined;
      if (subjectId !== (taskId ?? documentId)) return untrue;
      const noun = taskId ? 'task' : 'document';
      if (!collections[noun].get(subjectId)) return untrue;
      const isMention = mentionedIn(comment.content).includes(userId);
      return holds(told, { noun, id: subjectId }, true, isMention ? 'MENTIONED' : 'NEW_COMMENT');
    },
  },
  message: {
    events: ['MENTIONED'],
    judge: ({ userId: author, scopeId, notifyIds }, of) => {
      const { told, userId } = of;
      if (author !== told.senderId || scopeId !== told.subjectId || !notifyIds.includes(userId))
        return untrue;
      return judgeInRoom(of, true);
    },
    // Older messages are fetched when they are looked at: until then nobody's word is in it.
    judgeAbsent: (of) => judgeInRoom(of, false),
  },
  document: {
    events: ['NEW_DOCUMENT_ON_TASK', 'NEW_DOCUMENT_ON_PROJECT', 'NEW_DOCUMENT_ON_CUSTOMER'],
    judge: (document, { told }) => {
      const { scopeId, senderId } = told;
      if (document.scopeId !== scopeId) return untrue;
      // Files are moved to and from tasks: it is told of where it lies now, whatever the server says of that.
      const { taskId, customerId, authorId, createdBy } = document;
      // Whoever wrote it last could have put any name there.
      const isSenders = authorId === senderId && createdBy === senderId;
      if (taskId) return holds(told, { noun: 'task', id: taskId }, isSenders, 'NEW_DOCUMENT_ON_TASK');
      if (customerId)
        return holds(told, { noun: 'customer', id: customerId }, isSenders, 'NEW_DOCUMENT_ON_CUSTOMER');
      return holds(told, { noun: 'project', id: scopeId }, isSenders, 'NEW_DOCUMENT_ON_PROJECT');
    },
  },
  signing: {
    events: ['ASKED_TO_SIGN', 'SIGNING_ANSWERED'],
    judge: (request, { told, userId }) => {
      if (told.subjectId !== request.id) return untrue;
      const subject: Subject = { noun: 'signing', id: request.id };
      const isSenders = request.authorId === told.senderId;
      if (told.event === 'ASKED_TO_SIGN')
        return request.signerIds.includes(userId) ? holds(told, subject, isSenders) : untrue;
      const isWithdrawn = request.withdrawnAt !== undefined && request.notifyIds.includes(userId);
      return isWithdrawn ? holds(told, subject, isSenders, 'SIGNING_WITHDRAWN') : untrue;
    },
  },
  signingReminder: {
    events: ['ASKED_TO_SIGN'],
    judge: ({ signingId, notifyIds, authorId }, { told, userId, records: { collections } }) => {
      if (signingId !== told.subjectId || !notifyIds.includes(userId)) return untrue;
      const request = collections.signing.get(signingId);
      if (!request || authorId !== request.askerId) return untrue;
      const subject: Subject = { noun: 'signing', id: signingId };
      return holds(told, subject, authorId === told.senderId, 'REMINDED_TO_SIGN');
    },
  },
  signingAnswer: { events: ['SIGNING_ANSWERED'], judge: judgeAnswer },
};

/** The nouns whose records are asked. */
export const judgedNouns = Object.keys(judges) as readonly JudgedName[];

/** Judges what a person was told; undefined where the record that says it is hidden, in the trash, or in no place: it is no news. */
export function verifyNotification(
  told: Notification,
  records: Records,
  userId: string,
): Judgement | undefined {
  const { event, subjectId, recordId } = told;
  if (records.isHidden(recordId)) return undefined;
  // No record says who waits for that.
  if (event === 'UNLOCK_WANTED') return holds(told, { noun: 'member', id: subjectId }, false);
  const of = { told, records, userId };
  const nouns = judgedNouns.filter((noun) => judges[noun].events.includes(event));
  // An id is of one noun.
  const noun = nouns.find((each) => records.collections[each].get(recordId));
  if (noun) return judgeBy(noun, of);
  for (const each of nouns) {
    const judgement = judges[each].judgeAbsent?.(of);
    if (judgement?.holds) return judgement;
  }
  return untrue;
}

function judgeBy<N extends JudgedName>(noun: N, of: Case): Judgement | undefined {
  const record = of.records.collections[noun].get(of.told.recordId);
  return record ? judges[noun].judge(record, of) : untrue;
}

/** Judges that something was said to somebody in a room. */
function judgeInRoom({ told, records }: Case, isSenders: boolean): Judgement {
  const room = records.collections.room.get(told.subjectId);
  if (!room) return untrue;
  const shown = isDirect(records, room) ? 'WROTE_TO_YOU' : told.event;
  return holds(told, { noun: 'room', id: room.id }, isSenders, shown);
}

/** Judges that somebody answered a request to sign: by what they wrote, and by what the reader is to do now. */
function judgeAnswer(given: OpenOf<'signingAnswer'>, { told, records, userId }: Case): Judgement {
  const { subjectId, senderId } = told;
  const { signing, signingAnswer } = records.collections;
  const request = signing.get(subjectId);
  if (!request || given.signingId !== subjectId || !given.notifyIds.includes(userId)) return untrue;
  const { status, signers } = judgeSigning(request, signingAnswer.where('signingId', subjectId), today());
  const answer = signers.find((signer) => signer.userId === given.userId)?.answer;
  if (!answer || answer.userId !== senderId) return untrue;
  const isTurn = signers.some((signer) => signer.userId === userId && signer.isNext);
  const said = status === 'finished' ? 'SIGNED_BY_ALL' : isTurn ? 'TURN_TO_SIGN' : 'SIGNING_ANSWERED';
  const event = answer.outcome === 'declined' ? 'DECLINED_TO_SIGN' : said;
  return holds(told, { noun: 'signing', id: subjectId }, true, event);
}
