/** Actions upon comments. Each shows at once; what goes wrong on this side is said in a toast. */
import type { RichText } from '@kontor/contract/entity/field';
import type { Comment } from '@kontor/contract/nouns/comment';
import { keepDraft } from '../../platform/draft/drafts.ts';
import { tryAct } from '../../platform/tryAct.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { hearersAmong } from '../../ui/person/hearers.ts';
import { mentionedIn } from '../../ui/richText/mentionLabel.ts';
import { commentEditDraft } from './commentDrafts.ts';
import { commentMessages } from './messages.ts';
import { notifiedOf } from './notified.ts';

/** The task or file that is commented on. */
export type Subject = { scopeId: string } & ({ taskId: string } | { documentId: string });

export const subjectId = (subject: Subject): string =>
  'taskId' in subject ? subject.taskId : subject.documentId;

export interface NewComment {
  content: RichText;
  replyToId: string | undefined;
  /** Those who work on the subject, or made it. */
  followers: readonly string[];
  /** Those who read it. */
  readers: ReadonlyMap<string, unknown>;
}

/** Says something about a task or file. False after saying that it failed. */
export const createComment = (
  { scopeId, ...place }: Subject,
  { content, replyToId, followers, readers }: NewComment,
): boolean =>
  tryAct(() => {
    const { records, userId } = currentWorkspace();
    const before = records.collections.comment.where(
      'container',
      subjectId({ scopeId, ...place } as Subject),
    );
    const speakers = before.map((comment) => comment.userId);
    records.create('comment', scopeId, {
      ...place,
      userId,
      notifyIds: notifiedOf({ content, followers, speakers, readers, selfId: userId }),
      content,
      ...(replyToId !== undefined && { replyToId }),
      createdAt: Date.now(),
    });
  }, commentMessages.t('createFailed'));

/** Changes what one said; whoever is mentioned now hears of it. False after saying that it failed. */
export const editComment = (
  { id, notifyIds: before }: Comment,
  content: RichText,
  readers: ReadonlyMap<string, unknown>,
): boolean =>
  tryAct(() => {
    const { records, userId } = currentWorkspace();
    const notifyIds = hearersAmong([...before, ...mentionedIn(content)], readers, userId);
    records.update('comment', id, { content, notifyIds, editedAt: Date.now() });
  }, commentMessages.t('updateFailed'));

/** Asks, then deletes a comment, and what is typed into the form that edits it. */
export async function deleteComment(comment: Comment): Promise<void> {
  const { t } = commentMessages;
  const stop = keepFocus();
  const agreed = await confirm({
    title: t('deleteTitle'),
    body: t('deleteBody'),
    action: t('delete'),
    danger: true,
  });
  if (!agreed) return stop();
  if (tryAct(() => currentWorkspace().records.remove('comment', comment.id), t('deleteFailed')))
    keepDraft(commentEditDraft(comment.id, comment.taskId ?? comment.documentId), undefined);
}
