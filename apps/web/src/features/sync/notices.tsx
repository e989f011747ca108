/** What a person must know about the line between this device and the server, above the page in view. */
import type { EntryCode } from '@kontor/client/replica/entry';
import type { FailedAct } from '@kontor/client/replica/workspace';
import { Alert, Button, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/messages.ts';
import { currentWorkspace, useObservable, useWorkspace } from '../../platform/workspace.ts';
import { syncMessages } from './messages.ts';
import css from './notices.module.css';

/** Records that were refused because they could not be verified; `scopeId` narrows it to one project. */
function Faults({ scopeId }: { scopeId: string | undefined }) {
  const t = useMessages(syncMessages);
  const faults = useObservable(useWorkspace().records.faults);
  const count = scopeId ? faults.filter((fault) => fault.scopeId === scopeId).length : faults.length;
  if (count === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      title={count === 1 ? t('notOpened') : t('notOpenedMany', { count })}
      role="alert"
    >
      {t('notOpenedHint')}
    </Alert>
  );
}

function reasonOf(code: EntryCode): string {
  if (code === 'GONE') return syncMessages.t('gone');
  if (code === 'UNVERIFIED') return syncMessages.t('unverified');
  return failureText({ code }, syncMessages.t('somethingWrong'));
}

/** What an act was about, by the name of its first record. */
function subjectOf(act: FailedAct): string {
  const { collections } = currentWorkspace().records;
  const { t } = syncMessages;
  const [record] = act.records;
  if (record?.entity === 'task') return t('task', { name: collections.task.get(record.id)?.title ?? '' });
  if (record?.entity === 'project')
    return t('project', { name: collections.project.get(record.id)?.name ?? '' });
  if (record?.entity === 'document')
    return t('document', { name: collections.document.get(record.id)?.name ?? '' });
  return t('entry');
}

function Refused() {
  const t = useMessages(syncMessages);
  const { outbox } = useWorkspace().records;
  const failed = useObservable(outbox.failed);
  if (failed.length === 0) return null;
  return (
    <Alert color="orange" variant="light" title={t('refusedTitle', { count: failed.length })} role="alert">
      <ul className={css.acts}>
        {failed.map((act) => (
          <li key={act.id}>
            <Text size="sm">
              {subjectOf(act)}: {reasonOf(act.code)}
            </Text>
            <Group gap="sm">
              <Button size="compact-xs" variant="default" onClick={() => void outbox.retry(act.id)}>
                {act.code === 'GONE' ? t('restore') : t('retry')}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => void outbox.discard(act.id)}>
                {t('discard')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Everything that could not be opened or was not accepted. Nothing of it is lost until somebody says so. */
export function SyncNotices({ scopeId }: { scopeId?: string }) {
  return (
    <div className={css.notices}>
      <Refused />
      <Faults scopeId={scopeId} />
    </div>
  );
}
