import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { notificationMessages } from '../../features/notification/messages.ts';
import { badgeText } from '../../platform/text/badgeText.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './bell.module.css';

interface BellProps {
  workspace: string;
  /** Groups that want something of this person and were not read yet, and others. */
  forYou: number;
  activity: number;
}

/** Leads to the notifications: a number for what is for this person, a dot for what else happened. */
export function Bell({ workspace, forYou, activity }: BellProps) {
  const t = useMessages(notificationMessages);
  const label = forYou > 0 ? t('bell', { count: forYou }) : activity > 0 ? t('bellActivity') : t('bellNone');
  return (
    <Link
      to="/$workspace/notifications"
      params={{ workspace }}
      className={css.root}
      aria-label={label}
      title={label}
    >
      <Icon of={IconBell} />
      {forYou > 0 && <span className={css.count}>{badgeText(forYou)}</span>}
      {forYou === 0 && activity > 0 && <span className={css.dot} />}
    </Link>
  );
}
