import type { SearchProgress } from '@kontor/client/searching/search';
import { Anchor } from '@mantine/core';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { searchMessages } from './messages.ts';
import css from './search.module.css';
import { useReach } from './useReach.ts';

/** Says how far back messages are found, and offers to look further, while there may be older ones. */
export function ReachLine({ progress }: { progress: SearchProgress | undefined }) {
  const t = useMessages(searchMessages);
  const { since, isGoingOn, hasFailed, goOn, stop } = useReach(progress);
  if (since === 0) return null;
  return (
    <p className={css.progress}>
      {t('reach', { day: formatDate(since) })}{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={isGoingOn ? stop : goOn}>
        {t(isGoingOn ? 'reachStop' : 'reachOn')}
      </Anchor>
      {hasFailed && <span role="alert"> {t('reachFailed')}</span>}
    </p>
  );
}
