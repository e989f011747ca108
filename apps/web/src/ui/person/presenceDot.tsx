import type { Presence } from '@kontor/contract/wire/channel';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import css from './presenceDot.module.css';

interface PresenceDotProps {
  /** None for somebody who is not there. */
  presence: Presence | undefined;
  /** The picture on which it stands. */
  children: ReactNode;
}

/**
 * Shows a dot on somebody's picture that says, in words too, that they are there: full while they are active, hollow while
 * away.
 */
export function PresenceDot({ presence, children }: PresenceDotProps) {
  const t = useMessages(uiMessages);
  if (!presence) return children;
  return (
    <span className={css.frame}>
      {children}
      <span
        className={css.dot}
        data-presence={presence}
        role="img"
        aria-label={t(presence)}
        title={t(presence)}
      />
    </span>
  );
}
