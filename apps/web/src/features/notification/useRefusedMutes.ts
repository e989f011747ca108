import { useEffect, useRef } from 'react';
import { failureText } from '../../platform/failures/failures.ts';
import { toast } from '../../platform/toasts.tsx';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import type { Subject } from './judge.ts';
import { notificationMessages } from './messages.ts';
import { mutablePlaceOf } from './queries.ts';

/** Says which mutes the server refused that waited for a connection: whoever muted has long gone on to something else. */
export function useRefusedMutes(nameOf: (place: Subject) => string | undefined): void {
  const { records } = useWorkspace();
  const naming = useRef(nameOf);
  naming.current = nameOf;
  useEffect(() => {
    const { refusedMutes, dismissRefusedMutes } = records.notifications;
    const { t } = notificationMessages;
    const tell = () => {
      const refused = refusedMutes.get();
      if (refused.length === 0) return;
      dismissRefusedMutes();
      for (const { id, isMuted, error } of refused) {
        const place = mutablePlaceOf(records, id);
        const name = place && naming.current(place);
        const what = name ? t(isMuted ? 'muteRefused' : 'unmuteRefused', { name }) : t('changeFailed');
        toast.error(`${what} ${failureText(error, '')}`.trim());
      }
    };
    tell();
    return refusedMutes.subscribe(tell);
  }, [records]);
}
