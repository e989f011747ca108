/** Lists what a restored backup left to do by hand, until it is done or somebody says so. */
import type { Fact, Lost } from '@kontor/client/replica/lostLog';
import { historyOf } from '@kontor/client/team/history';
import { undone } from '@kontor/client/team/lostActs';
import { LogError } from '@kontor/contract/memberLog/logError';
import { Alert, Button, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { toastFailure } from '../../../platform/failures/failures.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useMutation } from '../../../platform/workspace/calls.ts';
import { useObservable, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { useHistoryNames } from '../history/names.ts';
import { ActList } from './actList.tsx';
import { restoreMessages } from './messages.ts';
import css from './restore.module.css';

/** Writes a record in words; what people would not know by a name alone has its noun before it. */
function factText({ entity, name }: Fact): string {
  const { t } = restoreMessages;
  if (entity === 'business') return t('business');
  if (name && (entity === 'personnel' || entity === 'customerFile')) return t(entity, { name });
  return name || t('unnamed');
}

export function LostNotice({ lost, isAdmin }: { lost: Lost; isAdmin: boolean }) {
  const t = useMessages(restoreMessages);
  const { records } = useWorkspace();
  const log = useObservable(records.log);
  const redoLost = useMutation({
    mutationFn: async () => (await records.team()).redoLost(),
    // What the log's rules say has no words of its own.
    onError: (failure) => toastFailure(failure instanceof LogError ? undefined : failure, t('stillIn')),
    networkMode: 'always',
  });
  const dismissLost = useMutation({
    mutationFn: () => records.dismissLost(),
    onError: (failure) => toastFailure(failure),
    networkMode: 'always',
  });
  const first = lost.entries[0]?.seq ?? 0;
  const history = historyOf([...records.logEntries().slice(0, first), ...lost.entries]);
  const nameOf = useHistoryNames(history, Object.entries(lost.names));
  const acts = history.filter(({ seq }) => seq >= first);
  const items = log && isAdmin ? undone(acts, log) : [];
  const readmitted = isAdmin ? records.readmitted() : [];
  if (items.length + readmitted.length + lost.records.length === 0) return null;
  return (
    <Alert className={css.notice} color="orange" variant="light" title={t('lostTitle')} role="status">
      {readmitted.length > 0 && (
        <Text size="sm">
          {t('readmitted', {
            count: readmitted.length,
            names: readmitted.map(({ id }) => nameOf(id)).join(', '),
          })}
        </Text>
      )}
      {items.length > 0 && (
        <>
          <Text size="sm">{t('byHand')}</Text>
          <ActList items={items} nameOf={nameOf} />
        </>
      )}
      {lost.records.length > 0 && (
        <>
          <Text size="sm">{t('left')}</Text>
          <ul className={css.list}>
            {lost.records.map((fact) => (
              <li key={fact.id}>{factText(fact)}</li>
            ))}
          </ul>
        </>
      )}
      <Group gap="sm" mt="sm">
        {readmitted.length > 0 && (
          <Button size="compact-sm" loading={redoLost.isPending} onClick={() => redoLost.mutate()}>
            {t('redoLost')}
          </Button>
        )}
        {readmitted.length === 0 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={dismissLost.isPending}
            onClick={() => dismissLost.mutate()}
          >
            {t('dismissLost')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
