import type { UploadEntry } from '@kontor/client/files/transfer';
import { ActionIcon, Progress } from '@mantine/core';
import { IconCircleCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { failureText } from '../../../platform/failures/failures.ts';
import { formatBytes } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useObservable, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { Icon } from '../../../ui/icon.tsx';
import { documentMessages } from '../messages.ts';
import { shownName } from '../shownName.ts';
import css from './uploadTray.module.css';

function Entry({ entry }: { entry: UploadEntry }) {
  const t = useMessages(documentMessages);
  const { uploads } = useWorkspace();
  const name = shownName(entry.name);
  const { status, sent, total } = entry;
  const state = {
    processing: `${formatBytes(sent)} / ${formatBytes(total)}`,
    success: t('success'),
    failed: `${t('failed')}: ${failureText({ code: entry.message }, t('wentWrong'))}`,
    cancelled: t('canceled'),
  }[status];
  return (
    <li className={css.entry}>
      <div className={css.line}>
        <span className={css.name} title={name}>
          {name}
        </span>
        {status === 'success' && (
          <span className={css.good}>
            <Icon of={IconCircleCheck} />
          </span>
        )}
        {status === 'failed' && (
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={t('retryUpload', { name })}
            title={t('retry')}
            onClick={() => void uploads.retry(entry.id)}
          >
            <Icon of={IconRefresh} size={16} />
          </ActionIcon>
        )}
        {(status === 'processing' || status === 'failed') && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('cancelUpload', { name })}
            title={t('cancel')}
            onClick={() => uploads.cancel(entry.id)}
          >
            <Icon of={IconX} size={16} />
          </ActionIcon>
        )}
      </div>
      {status === 'processing' && (
        <Progress
          size={4}
          value={total > 0 ? (sent / total) * 100 : 100}
          aria-label={t('uploadOf', { name })}
        />
      )}
      <span className={css.state} data-failed={status === 'failed' || undefined}>
        {state}
      </span>
    </li>
  );
}

/** ms that the list stays after everything arrived; it must not stand in the way of what lies under it. */
const lingers = 5_000;

/** Every upload of this session with its progress; stays in view wherever one goes. For whoever has uploads. */
export function UploadTray() {
  const t = useMessages(documentMessages);
  const { uploads } = useWorkspace();
  const entries = useObservable(uploads.entries);
  const countOf = (status: UploadEntry['status']) =>
    entries.filter((entry) => entry.status === status).length;
  const running = countOf('processing');
  const failed = countOf('failed');
  useEffect(() => {
    if (running === 0) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [running]);
  const isDone = entries.length > 0 && entries.every((entry) => entry.status === 'success');
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => uploads.clear(), lingers);
    return () => clearTimeout(timer);
  }, [isDone, uploads]);
  return (
    <aside className={css.tray} aria-label={t('uploads')}>
      <div className={css.head}>
        <h2 role="status">
          {running > 0
            ? t('uploadsRunning', { count: running })
            : failed > 0
              ? t('uploadsFailed', { count: failed })
              : t('uploadsDone')}
        </h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('hideTray')}
          disabled={running > 0}
          onClick={() => uploads.clear()}
        >
          <Icon of={IconX} />
        </ActionIcon>
      </div>
      <ul className={css.entries}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </aside>
  );
}
