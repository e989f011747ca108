/**
 * Holds what the server says against the records of this device. A notification is ids that the server wrote: it is shown
 * as a fact only where a record bears it out, and with a name only where that person signed the record.
 */
import { isDirect } from '@kontor/client/nouns/room';
import { judgeSigning } from '@kontor/client/nouns/signing';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { EntityName, NotifyingName } from '@kontor/contract/nouns/entities';
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

/** The nouns whose records bear out what the server says, by what `verifyNotification` asks of them. */
export const judgedNouns = {
  ...{ task: true, project: true, room: true, comment: true, message: true, document: true },
  ...{ signing: true, signingAnswer: true, signingReminder: true },
} as const satisfies Record<NotifyingName, true> & { readonly [N in EntityName]?: true };

type Collections = Pick<Workspace['collections'], keyof typeof judgedNouns>;

interface Records extends Pick<Workspace, 'id' | 'accessOf'> {
  collections: Collections;
  /** See `Replica.isHidden`. */
  isHidden(id: string): boolean;
}

const untrue: Judgement = { holds: false };

/** Judges what a person was told; undefined where the record that says it is hidden, in the trash, or in no place: it is no news. */
export function verifyNotification(
  told: Notification,
  records: Records,
  userId: string,
): Judgement | undefined {
  const { collections } = records;
  const { event, scopeId, subjectId, recordId, senderId } = told;
  if (records.isHidden(recordId)) return undefined;
  const holds = (subject: Subject, isSenders: boolean, shown: ShownEvent = event): Judgement => ({
    ...{ holds: true, event: shown, subject },
    ...(isSenders && { senderId }),
  });
  switch (event) {
    case 'ASSIGNED_TO_TASK': {
      const task = collections.task.get(recordId);
      if (!task?.assigneeIds.includes(userId) || subjectId !== recordId) return untrue;
      return holds({ noun: 'task', id: task.id }, task.authorId === senderId);
    }
    case 'ASSIGNED_TO_SPACE': {
      const project = collections.project.get(recordId);
      if (!project?.memberIds.includes(userId) || subjectId !== recordId) return untrue;
      return holds({ noun: 'project', id: project.id }, project.authorId === senderId);
    }
    case 'INVITED_TO_CHAT': {
      const room = collections.room.get(recordId);
      if (!room?.memberIds.includes(userId) || subjectId !== recordId) return untrue;
      return holds({ noun: 'room', id: room.id }, room.authorId === senderId);
    }
    case 'NEW_COMMENT': {
      const comment = collections.comment.get(recordId);
      if (!comment?.notifyIds.includes(userId) || comment.userId !== senderId) return untrue;
      const { taskId, documentId } = comment;
      // It was left behind where its task was, and is on its way to it.
      if (!taskId && !documentId) return undefined;
      if (subjectId !== (taskId ?? documentId)) return untrue;
      const noun = taskId ? 'task' : 'document';
      if (!collections[noun].get(subjectId)) return untrue;
      const isMention = mentionedIn(comment.content).includes(userId);
      return holds({ noun, id: subjectId }, true, isMention ? 'MENTIONED' : 'NEW_COMMENT');
    }
    case 'MENTIONED': {
      const room = collections.room.get(subjectId);
      const message = collections.message.get(recordId);
      if (!room) return untrue;
      const subject: Subject = { noun: 'room', id: room.id };
      const shown = isDirect(records, room) ? 'WROTE_TO_YOU' : event;
      // Older messages are fetched when they are looked at: until then nobody's word is in it.
      if (!message) return holds(subject, false, shown);
      const { userId: author, notifyIds } = message;
      if (author !== senderId || message.scopeId !== subjectId || !notifyIds.includes(userId)) return untrue;
      return holds(subject, true, shown);
    }
    case 'ASKED_TO_SIGN': {
      const request = collections.signing.get(subjectId);
      const subject: Subject = { noun: 'signing', id: subjectId };
      if (request && recordId === subjectId && request.signerIds.includes(userId))
        return holds(subject, request.authorId === senderId);
      const reminder = collections.signingReminder.get(recordId);
      if (reminder?.signingId !== subjectId || !reminder.notifyIds.includes(userId)) return untrue;
      if (reminder.authorId !== request?.askerId) return untrue;
      return holds(subject, reminder.authorId === senderId, 'REMINDED_TO_SIGN');
    }
    case 'SIGNING_ANSWERED':
      return judgeAnswered(told, collections, userId);
    case 'UNLOCK_WANTED':
      return holds({ noun: 'member', id: subjectId }, false);
    default: {
      const document = collections.document.get(recordId);
      if (document?.scopeId !== scopeId) return untrue;
      // Files are moved to and from tasks: it is told of where it lies now, whatever the server says of that.
      const { taskId, customerId, authorId, createdBy } = document;
      // Whoever wrote it last could have put any name there.
      const isSenders = authorId === senderId && createdBy === senderId;
      if (taskId) return holds({ noun: 'task', id: taskId }, isSenders, 'NEW_DOCUMENT_ON_TASK');
      if (customerId)
        return holds({ noun: 'customer', id: customerId }, isSenders, 'NEW_DOCUMENT_ON_CUSTOMER');
      return holds({ noun: 'project', id: scopeId }, isSenders, 'NEW_DOCUMENT_ON_PROJECT');
    }
  }
}

/** Judges that somebody answered a request to sign, or took it back: by what they wrote, and by what the reader is to do now. */
function judgeAnswered(
  { subjectId, recordId, senderId }: Notification,
  { signing, signingAnswer }: Collections,
  userId: string,
): Judgement {
  const request = signing.get(subjectId);
  const subject: Subject = { noun: 'signing', id: subjectId };
  if (request?.withdrawnAt !== undefined && recordId === subjectId && request.notifyIds.includes(userId))
    return {
      holds: true,
      event: 'SIGNING_WITHDRAWN',
      subject,
      ...(request.authorId === senderId && { senderId }),
    };
  const given = signingAnswer.get(recordId);
  if (!request || given?.signingId !== subjectId || !given.notifyIds.includes(userId)) return untrue;
  const { status, signers } = judgeSigning(request, signingAnswer.where('signingId', subjectId), today());
  const answer = signers.find((signer) => signer.userId === given.userId)?.answer;
  if (!answer || answer.userId !== senderId) return untrue;
  const isTurn = signers.some((signer) => signer.userId === userId && signer.isNext);
  const said = status === 'finished' ? 'SIGNED_BY_ALL' : isTurn ? 'TURN_TO_SIGN' : 'SIGNING_ANSWERED';
  const event = answer.outcome === 'declined' ? 'DECLINED_TO_SIGN' : said;
  return { holds: true, event, subject, senderId };
}
