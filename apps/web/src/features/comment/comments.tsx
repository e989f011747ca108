import type { Comment } from '@kontor/contract/nouns/comment';
import { Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { keptDraft } from '../../platform/draft/drafts.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { LeftDraft } from '../../ui/form/leftDraft.tsx';
import type { People } from '../../ui/person/people.tsx';
import type { OnPictures } from '../../ui/richText/paste.ts';
import { createComment, type NewComment, type Subject, subjectId } from './actions.ts';
import css from './comment.module.css';
import {
  commentDraft,
  commentEditDraft,
  commentsEdited,
  replyDraft,
  threadsReplied,
} from './commentDrafts.ts';
import { CommentForm } from './commentForm.tsx';
import { CommentItem } from './commentItem.tsx';
import { commentMessages } from './messages.ts';
import { useThreads } from './queries.ts';
import { type Thread, withReplied } from './threads.ts';

interface CommentsProps {
  subject: Subject;
  people: People;
  /** Those who read the subject, whom `@` offers. */
  readers: People;
  /** Those who work on the subject, or made it, and hear of what is said. */
  followers: readonly string[];
  /** Takes pictures that are pasted, where the subject has documents. */
  onPictures?: OnPictures;
}

interface ThreadItemProps extends Omit<CommentsProps, 'followers'> {
  thread: Thread<Comment>;
  onSend: (more: Pick<NewComment, 'content' | 'replyToId'>) => boolean;
}

function ThreadItem({
  thread: { id, first, replies },
  subject,
  people,
  readers,
  onPictures,
  onSend,
}: ThreadItemProps) {
  const t = useMessages(commentMessages);
  const draft = replyDraft(id, subjectId(subject));
  const [isReplying, setReplying] = useState(keptDraft(draft) !== undefined);
  /** Gets the focus back from the reply that it began. */
  const opener = useRef<HTMLElement>(null);
  const answered = first ?? replies[0];
  if (!answered && !isReplying) return null;
  const label = answered
    ? t('replyTo', { name: people.get(answered.userId)?.name ?? t('somebody') })
    : t('reply');
  const onReply = (button: HTMLElement) => {
    opener.current = button;
    setReplying(true);
  };
  const endReply = () => {
    setReplying(false);
    opener.current?.focus();
  };
  const shared = { people, readers, onPictures, onReply };
  return (
    <>
      {first ? <CommentItem comment={first} {...shared} /> : <li className={css.gone}>{t('parentGone')}</li>}
      {(replies.length > 0 || isReplying) && (
        <li>
          <ul className={css.replies}>
            {replies.map((reply) => (
              <CommentItem key={reply.id} comment={reply} {...shared} />
            ))}
            {isReplying && (
              <li>
                <CommentForm
                  label={label}
                  placeholder={label}
                  draft={draft}
                  action={t('reply')}
                  people={readers}
                  onPictures={onPictures}
                  onSend={(content) => onSend({ content, replyToId: id })}
                  onCancel={endReply}
                />
              </li>
            )}
          </ul>
        </li>
      )}
    </>
  );
}

/** Shows the comments on a task or file, and the field to write another. */
export function Comments({ subject, people, readers, followers, onPictures }: CommentsProps) {
  const t = useMessages(commentMessages);
  const id = subjectId(subject);
  const known = useThreads(id);
  const threads = withReplied(known, threadsReplied(id));
  const ids = new Set(known.flatMap(({ first, replies }) => [first?.id, ...replies.map((each) => each.id)]));
  const left = commentsEdited(id).filter((each) => !ids.has(each));
  const send = (more: Pick<NewComment, 'content' | 'replyToId'>) =>
    createComment(subject, { ...more, followers, readers });
  return (
    <section aria-label={t('comments')}>
      {threads.length > 0 && (
        <ul className={css.list}>
          {threads.map((thread) => (
            <ThreadItem
              key={thread.id}
              thread={thread}
              subject={subject}
              people={people}
              readers={readers}
              {...(onPictures && { onPictures })}
              onSend={send}
            />
          ))}
        </ul>
      )}
      {left.map((each) => {
        const draft = commentEditDraft(each, id);
        return <LeftDraft key={draft} draft={draft} labelOf={() => t('comment')} />;
      })}
      <CommentForm
        key={id}
        label={t('write')}
        placeholder={t('writeHint')}
        draft={commentDraft(id)}
        action={t('send')}
        people={readers}
        onPictures={onPictures}
        onSend={(content) => send({ content, replyToId: undefined })}
      />
    </section>
  );
}

/** Shows the heading of comments, with their number. */
export function CommentsHeading({ subject }: { subject: Subject }) {
  const t = useMessages(commentMessages);
  const threads = useThreads(subjectId(subject));
  const count = threads.reduce(
    (sum, { first, replies }) => sum + Number(first !== undefined) + replies.length,
    0,
  );
  return (
    <Text component="h3" size="sm" fw={600} m={0} mb="xs">
      {t('comments')} {count > 0 && <span className={css.count}>{count}</span>}
    </Text>
  );
}
