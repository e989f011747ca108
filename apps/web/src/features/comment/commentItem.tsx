import type { Comment } from '@kontor/contract/nouns/comment';
import { Button, Menu } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { keptDraft } from '../../platform/draft/drafts.ts';
import { useFollowedAgain } from '../../platform/followed.ts';
import { formatAgo, formatDateTime } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { usePending, useWorkspace } from '../../platform/workspace/workspace.ts';
import { RecordConflicts } from '../../ui/form/recordConflicts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ActionsMenu } from '../../ui/list/actionsMenu.tsx';
import { ContentBoundary } from '../../ui/list/contentBoundary.tsx';
import { PendingMark } from '../../ui/list/pendingMark.tsx';
import { Avatar } from '../../ui/person/avatar.tsx';
import type { People } from '../../ui/person/people.tsx';
import type { OnPictures } from '../../ui/richText/paste.ts';
import { RichTextView } from '../../ui/richText/richTextView.tsx';
import { deleteComment, editComment } from './actions.ts';
import { commentAnchor } from './anchor.ts';
import css from './comment.module.css';
import { commentEditDraft } from './commentDrafts.ts';
import { CommentForm } from './commentForm.tsx';
import { commentMessages } from './messages.ts';

interface CommentItemProps {
  comment: Comment;
  people: People;
  /** The people whom `@` offers. */
  readers: People;
  onPictures: OnPictures | undefined;
  /** Gets the button that was pressed. */
  onReply: (button: HTMLElement) => void;
}

/** Shows one comment: who, when, what; one's own can be edited in place. */
export function CommentItem({ comment, people, readers, onPictures, onReply }: CommentItemProps) {
  const t = useMessages(commentMessages);
  const { userId } = useWorkspace();
  const draft = commentEditDraft(comment.id, comment.taskId ?? comment.documentId);
  const [isEdited, setEdited] = useState(keptDraft(draft) !== undefined);
  const isOwn = comment.userId === userId;
  const mayDelete = useCan('comment.delete', { ownerId: comment.userId });
  const isPending = usePending(comment.id);
  const element = useRef<HTMLLIElement>(null);
  const anchor = commentAnchor(comment.id);
  const isWanted = useLocation({ select: ({ hash }) => hash === anchor });
  const show = () => element.current?.scrollIntoView({ block: 'center' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is wanted
  useEffect(() => {
    if (isWanted) show();
  }, [isWanted]);
  useFollowedAgain(() => {
    if (isWanted) show();
  });
  const endEdit = () => {
    setEdited(false);
    // What had the focus goes with the form.
    element.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
  };
  const name = people.get(comment.userId)?.name ?? t('somebody');
  return (
    <li className={css.item} id={anchor} ref={element}>
      <Avatar name={name} image={people.get(comment.userId)?.image} />
      <div className={css.body}>
        <div className={css.head}>
          <strong>{name}</strong>
          <a
            href={`#${anchor}`}
            title={formatDateTime(comment.createdAt)}
            aria-label={t('link', { time: formatDateTime(comment.createdAt) })}
          >
            {formatAgo(comment.createdAt)}
          </a>
          {comment.editedAt !== undefined && (
            <span title={formatDateTime(comment.editedAt)}>{t('edited')}</span>
          )}
          {isPending && <PendingMark />}
        </div>
        <ContentBoundary of={comment}>
          {isEdited ? (
            <CommentForm
              label={t('comment')}
              stored={comment.content}
              draft={draft}
              action={t('save')}
              people={readers}
              onPictures={onPictures}
              onSend={(content) => editComment(comment, content, readers)}
              onCancel={endEdit}
            />
          ) : (
            <RichTextView value={comment.content} />
          )}
          <RecordConflicts entity="comment" record={comment} people={people} labelOf={() => t('comment')} />
        </ContentBoundary>
        {!isEdited && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            className={css.reply!}
            aria-label={t('replyTo', { name })}
            onClick={(event) => onReply(event.currentTarget)}
          >
            {t('reply')}
          </Button>
        )}
      </div>
      {(isOwn || mayDelete) && (
        <ActionsMenu name={`${t('comment')}, ${name}, ${formatDateTime(comment.createdAt)}`}>
          {isOwn && (
            <Menu.Item leftSection={<Icon of={IconPencil} />} onClick={() => setEdited(true)}>
              {t('edit')}
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item
              color="red"
              leftSection={<Icon of={IconTrash} />}
              onClick={() => void deleteComment(comment)}
            >
              {t('delete')}
            </Menu.Item>
          )}
        </ActionsMenu>
      )}
    </li>
  );
}
