/** Names the drafts of comments. Each says what it is about, and so is found when the comment or all of that is gone. */
import { draftsAbout } from '../../platform/draft/drafts.ts';

export const commentDraft = (subjectId: string): string => `comment on ${subjectId}`;

/** Names the draft of a reply. @param threadId the comment that begins the thread */
export const replyDraft = (threadId: string, subjectId: string): string =>
  `comment to ${threadId} on ${subjectId}`;

export const commentEditDraft = (commentId: string, subjectId: string | undefined): string =>
  `comment edit ${commentId} on ${subjectId}`;

const idsIn = (kind: 'to' | 'edit', subjectId: string): string[] =>
  draftsAbout(subjectId).flatMap((name) => {
    const [noun, itsKind, id] = name.split(' ');
    return noun === 'comment' && itsKind === kind && id ? [id] : [];
  });

/** Returns the ids of the threads to which a reply is being typed. */
export const threadsReplied = (subjectId: string): string[] => idsIn('to', subjectId);

/** Returns the ids of the comments that are being edited. */
export const commentsEdited = (subjectId: string): string[] => idsIn('edit', subjectId);
