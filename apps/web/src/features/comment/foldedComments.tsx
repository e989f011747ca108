import { useLocation } from '@tanstack/react-router';
import { type ComponentProps, type KeyboardEvent, useEffect } from 'react';
import { useRemembered } from '../../platform/draft/drafts.ts';
import { useFollowedAgain } from '../../platform/followed.ts';
import { subjectId } from './actions.ts';
import { commentAnchor } from './anchor.ts';
import css from './comment.module.css';
import { Comments, CommentsHeading } from './comments.tsx';
import { useThreads } from './queries.ts';

/** Keeps keys that are meant for a text from leading to the file beside this one. */
const keepKeys = (event: KeyboardEvent) => event.stopPropagation();

/**
 * Shows comments below a file in view, folded away until asked for, or until the address leads to one of
 * them; once open they stay so for other files.
 */
export function FoldedComments(props: ComponentProps<typeof Comments>) {
  const [isOpen, setOpen] = useRemembered('comments of files', false);
  const hash = useLocation({ select: (at) => at.hash });
  const isNamed = useThreads(subjectId(props.subject)).some(({ first, replies }) =>
    [first, ...replies].some((comment) => comment && commentAnchor(comment.id) === hash),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, so that they can be folded again
  useEffect(() => {
    if (isNamed) setOpen(true);
  }, [isNamed]);
  useFollowedAgain(() => {
    if (isNamed) setOpen(true);
  });
  return (
    <details
      className={css.folded}
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setOpen(currentTarget.open)}
      onKeyDown={keepKeys}
    >
      <summary>
        <CommentsHeading subject={props.subject} />
      </summary>
      {isOpen && <Comments {...props} />}
    </details>
  );
}
