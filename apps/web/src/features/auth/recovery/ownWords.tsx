import { failureText } from '../../../platform/failures/failures.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useQuery } from '../../../platform/workspace/calls.ts';
import { currentSession, useSession } from '../../../platform/workspace/session.ts';
import { LoadFailed } from '../../../ui/list/loadFailed.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { recoveryMessages } from './messages.ts';
import css from './sixWords.module.css';

/** Shows the six words of the signed-in account, big enough to be read out. */
export function OwnWords() {
  const t = useMessages(recoveryMessages);
  const userId = useSession((session) => session.user?.id);
  const words = useQuery({
    queryKey: ['sixWords', userId],
    queryFn: () => currentSession().recovery.sixWords(),
  });
  if (words.isPending) return <SkeletonRows rows={2} />;
  if (words.isError) return <LoadFailed text={failureText(words.error)} onRetry={words.refetch} />;
  return (
    <ol className={css.words} aria-label={t('ownWords')} translate="no">
      {words.data.map((word, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and none ever moves
        <li key={place} lang="en">
          {word}
        </li>
      ))}
    </ol>
  );
}
