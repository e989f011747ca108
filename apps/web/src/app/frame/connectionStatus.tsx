import type { ConnectionState } from '@kontor/client/session/view/sessionView';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { appMessages } from '../messages.ts';
import css from './connectionStatus.module.css';

/** Returns the words for the state of the connection. */
function useConnectionText({ state, waiting }: ConnectionState): string {
  const t = useMessages(appMessages);
  if (waiting === 0) return t(state);
  if (state === 'offline') return t('offlineWaiting', { count: waiting });
  return state === 'connected' ? t('sending', { count: waiting }) : t('connecting');
}

interface ConnectionStatusProps {
  /** Keeps only the mark in view. */
  compact?: boolean;
  /** Of a menu, which may hold nothing that is read out by itself. */
  isSilent?: boolean;
}

/**
 * Shows the state of the connection: connected, connecting, or offline with the number of changes that wait.
 */
export function ConnectionStatus({ compact = false, isSilent = false }: ConnectionStatusProps) {
  const connection = useSession((session) => session.connection);
  const text = useConnectionText(connection);
  return (
    <div className={css.root} role={isSilent ? undefined : 'status'} title={compact ? text : undefined}>
      <span className={css.mark} data-state={connection.state} aria-hidden />
      <span className={compact ? css.hidden : undefined}>{text}</span>
    </div>
  );
}
