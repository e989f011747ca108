import { useEffect } from 'react';
import { keepDraft } from '../../platform/draft/drafts.ts';

/**
 * Forgets what was typed about a request once it has no use: the own answer when none is waited for, and why to take the request back
 * when it has ended.
 */
export function useEndedDrafts(id: string, { isForMe, isWaiting }: { isForMe: boolean; isWaiting: boolean }) {
  useEffect(() => {
    if (!isForMe) for (const form of ['sign', 'decline']) keepDraft(`${form} ${id}`, undefined);
    if (!isWaiting) keepDraft(`withdraw ${id}`, undefined);
  }, [id, isForMe, isWaiting]);
}
