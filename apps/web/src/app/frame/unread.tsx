import { badgeText } from '../../platform/text/badgeText.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { appMessages } from '../messages.ts';
import css from './unread.module.css';

/** Shows the number of messages that were not read yet, on the place where they are; nothing for none. */
export function Unread({ count }: { count: number }) {
  const t = useMessages(appMessages);
  if (count === 0) return null;
  return (
    <span className={css.root} role="img" aria-label={t('unread', { count })}>
      {badgeText(count)}
    </span>
  );
}
