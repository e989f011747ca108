/** Shows what a backup lacks, and asks whether it was put back honestly. */
import type { Comparison } from '@kontor/client/replica/comparison';
import type { SetBack } from '@kontor/client/replica/status';
import { historyOf } from '@kontor/client/team/history';
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { failureText } from '../../../platform/failures/failures.ts';
import { formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../../ui/overlay/dialogFoot.tsx';
import { useHistoryNames } from '../history/names.ts';
import { ActList } from './actList.tsx';
import { restoreMessages } from './messages.ts';

export function BackupDialog({ setBack, onClose }: { setBack: SetBack; onClose: () => void }) {
  const t = useMessages(restoreMessages);
  const { records } = useWorkspace();
  const [comparison, setComparison] = useState<Comparison>();
  const [wasAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    records.compare().then(setComparison, () => setProblem(t('compareFailed')));
  }, [records, t]);
  const history = historyOf(records.logEntries());
  const items = history.filter(({ seq }) => seq >= setBack.log.length);
  const nameOf = useHistoryNames(history, []);
  const confirm = async () => {
    setBusy(true);
    setProblem('');
    try {
      await (await records.team()).nameBackup();
      onClose();
    } catch (error) {
      const isNoAdminThen = (error as { fault?: string }).fault === 'not-permitted';
      setProblem(isNoAdminThen ? t('notThen') : failureText(error, t('compareFailed')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('title')} size="lg" onClose={onClose}>
      <Stack gap="sm">
        <Text>
          {comparison
            ? `${t('times', {
                there: formatDateTime(comparison.changedAt),
                here: formatDateTime(comparison.knownAt),
              })} ${t('records', { count: comparison.records })}`
            : problem || t('comparing')}
        </Text>
        {items.length > 0 && (
          <div>
            <Text>{t('acts')}</Text>
            <ActList items={items} nameOf={nameOf} />
            <Text>{t('shutOut')}</Text>
          </div>
        )}
        <Checkbox
          label={t('asked')}
          description={t('askedHint')}
          checked={wasAsked}
          onChange={({ currentTarget }) => setAsked(currentTarget.checked)}
        />
        {comparison && problem && (
          <Text c="red.8" role="alert">
            {problem}
          </Text>
        )}
        <DialogFoot onClose={onClose}>
          <Button
            color="red"
            disabled={!wasAsked || !comparison}
            loading={isBusy}
            onClick={() => void confirm()}
          >
            {t('go')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
