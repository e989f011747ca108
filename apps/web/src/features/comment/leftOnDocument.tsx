import { draftsAbout } from '../../platform/draft/drafts.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { LeftDraft } from '../../ui/form/leftDraft.tsx';
import { commentMessages } from './messages.ts';

/** Shows what was typed into the comments on a document that is gone. */
export function LeftOnDocument({ id }: { id: string }) {
  const t = useMessages(commentMessages);
  return <LeftDraft key={id} draft={draftsAbout(id)} labelOf={() => t('comment')} />;
}
