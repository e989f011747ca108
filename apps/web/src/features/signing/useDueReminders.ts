import { remindDue } from '@kontor/client/nouns/signingReminder';
import { useEffect } from 'react';
import { useToday } from '../../platform/today.ts';
import { useIsWritable } from '../../platform/workspace/entitlement.ts';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';

/** Reminds the signers of the reader's own requests before their deadlines, once everything is here. */
export function useDueReminders(): void {
  const { records, userId } = useWorkspace();
  const { isComplete } = useObservable(records.loaded);
  const isConfirmed = useObservable(records.confirmed) === true;
  const isWritable = useIsWritable();
  // An app that is left open goes on from day to day.
  const day = useToday();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each day asks again
  useEffect(() => {
    if (isComplete && isConfirmed && isWritable) remindDue(records, { userId, at: Date.now() });
  }, [records, userId, isComplete, isConfirmed, isWritable, day]);
}
