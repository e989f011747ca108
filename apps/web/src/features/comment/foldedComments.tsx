import type { ComponentProps, KeyboardEvent } from 'react';
import { useRemembered } from '../../platform/draft/drafts.ts';
import css from './comment.module.css';
import { Comments, CommentsHeading } from './comments.tsx';

/** Keys that are meant for a text do not lead to the file beside this one. */
const keepKeys = (event: KeyboardEvent) => event.stopPropagation();

/** Comments below a file in view, folded away until asked for; once open they stay so for other files. */
export function FoldedComments(props: ComponentProps<typeof Comments>) {
  const [isOpen, setOpen] = useRemembered('comments of files', false);
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
