import type { ReactNode } from 'react';
import { failureCode, toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { Alarm } from './alarm.tsx';
import { syncMessages } from './messages.ts';

/**
 * Shows why a whole answer of the server is not believed: no honest one gives it (another member log, an older one, one that
 * does not parse), or it is ahead of this device's clock. Shows `otherwise` while there is none.
 */
export function RefusedAnswer({ otherwise = null }: { otherwise?: ReactNode }) {
  const t = useMessages(syncMessages);
  const { records } = useWorkspace();
  const { connection, reason } = useObservable(records.status);
  const setBack = useObservable(records.setBack);
  const startAnew = async () => {
    const isSure = await confirm({
      title: t('wasRestoredTitle'),
      body: t('wasRestoredBody'),
      action: t('goOn'),
      danger: true,
    });
    if (isSure) await records.startAnew().catch(toastFailure);
  };
  const isUnknown = useObservable(records.log) === undefined;
  // Of a server that was set back the frame tells.
  if (connection !== 'refused' || setBack) return otherwise;
  if (reason === 'ahead-of-clock') return <Alarm title={t('aheadOfClock')}>{t('aheadOfClockHint')}</Alarm>;
  // A code of the contract is an honest refusal; `malformed` is none, though signing in has a word for it.
  if (reason !== 'malformed' && failureCode({ code: reason })) return otherwise;
  // Nothing is here with which an admin's word about a backup could be compared: a person has to say it.
  if (isUnknown && (reason === 'rollback' || reason === 'fork'))
    return (
      <Alarm title={t('otherLog')} act={{ label: t('wasRestored'), onClick: () => void startAnew() }}>
        {t('otherLogHint')}
      </Alarm>
    );
  return <Alarm title={t('answerRefused')}>{t('answerRefusedHint')}</Alarm>;
}
