import { Suspense } from 'react';
import { useOpenEntry } from '../../features/timeEntry/queries.ts';
// Not loaded when it is asked for: whoever presses T types on at once.
import { StartDialog } from '../../features/timeEntry/startDialog.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import type { TimerQuestion } from './useTimer.ts';

const ForgottenDialog = lazyPart(
  async () => (await import('../../features/timeEntry/forgottenDialog.tsx')).ForgottenDialog,
);

/** Shows the dialog of what is being asked about the timer. */
export function TimerQuestions({ question, onClose }: { question: TimerQuestion; onClose: () => void }) {
  const entry = useOpenEntry();
  return (
    <Suspense>
      {question === 'start' && <StartDialog onClose={onClose} />}
      {question === 'forgotten' && entry && <ForgottenDialog entry={entry} onClose={onClose} />}
    </Suspense>
  );
}
