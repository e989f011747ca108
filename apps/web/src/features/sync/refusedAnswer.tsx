import type { ReactNode } from 'react';
import { failureCode } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { Alarm } from './alarm.tsx';
import { syncMessages } from './messages.ts';

/**
 * A whole answer that no honest server gives: another member log, an older one, one that does not parse. Shows
 * `otherwise` while there is none.
 */
export function RefusedAnswer({ otherwise = null }: { otherwise?: ReactNode }) {
  const t = useMessages(syncMessages);
  const { records } = useWorkspace();
  const { connection, reason } = useObservable(records.status);
  const setBack = useObservable(records.setBack);
  // A code of the contract is an honest refusal; of a server that was set back the frame tells.
  if (connection !== 'refused' || setBack || failureCode({ code: reason })) return otherwise;
  return <Alarm title={t('answerRefused')}>{t('answerRefusedHint')}</Alarm>;
}
