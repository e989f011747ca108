import { remindOnceReady } from '@kontor/client/workspace/ownReminders';
import { useEffect } from 'react';
import { useToday } from '../../platform/today.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';

/** Reminds the signers of the reader's own requests before their deadlines, once everything is here as the server has it. */
export function useDueReminders(): void {
  const { records, userId } = useWorkspace();
  // An app that is left open goes on from day to day.
  const day = useToday();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each day asks again
  useEffect(() => remindOnceReady({ workspace: records, userId }), [records, userId, day]);
}
