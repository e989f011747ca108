import { maxFileBytes, needsFile, type UploadCause, type UploadEntry } from '@kontor/client/files/transfer';
import { Box, Button, Progress } from '@mantine/core';
import { IconCircleCheck, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { failureText } from '../../../platform/failures/failures.ts';
import { formatBytes } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import { Icon } from '../../../ui/icon.tsx';
import { keepFocus } from '../../../ui/list/keepFocus.ts';
import { TrayButton, TrayRow } from '../../../ui/overlay/tray.tsx';
import { chooseAgain, keepBoth } from './actions.ts';
import { uploadMessages } from './messages.ts';

/** Says why an upload failed, with what the person can do about it. */
export function causeText({ cause, missing, sent, total, target }: UploadEntry): string {
  const { t } = uploadMessages;
  switch (cause) {
    case 'OVER_QUOTA':
      return missing === undefined
        ? failureText({ code: cause })
        : t('overQuota', { missing: formatBytes(missing) });
    case 'TOO_LARGE':
      return t('tooLarge', { max: formatBytes(maxFileBytes) });
    case 'FILE_NEEDED':
      return t('fileNeeded', { sent: formatBytes(sent), total: formatBytes(total) });
    case 'FILE_CHANGED':
      return t('fileChanged');
    case 'REFUSED':
      return t('refused');
    case 'PROXY_LIMIT':
      return t('proxyLimit');
    case 'NAME_TAKEN':
      return t('nameTaken');
    case 'BLOB_MISSING':
      return t('partsMissing');
    case 'UNREADABLE':
      return t('unreadable');
    case 'IN_TRASH':
      return t(target.documentId ? 'fileInTrash' : 'folderInTrash');
    case 'GONE':
    case 'NOT_FOUND':
      return t('gone');
    default:
      return failureText({ code: cause });
  }
}

/** Says how far an upload is, or why it does not go on. */
export function uploadStateText(entry: UploadEntry): string {
  const { t } = uploadMessages;
  const [sent, total] = [formatBytes(entry.sent), formatBytes(entry.total)];
  switch (entry.status) {
    case 'running':
      return `${sent} / ${total}`;
    case 'waiting':
      return t('waiting', { total });
    case 'paused':
      return t(entry.cause === 'OFFLINE' ? 'pausedAt' : 'busyAt', { sent, total });
    case 'success':
      return t('done');
    case 'cancelled':
      return t('cancelled');
    case 'failed':
      return t('failure', { cause: causeText(entry) });
  }
}

/** Causes that no second try changes. */
const hopeless: readonly UploadCause[] = ['TOO_LARGE', 'GONE', 'NOT_FOUND', 'UNREADABLE'];

/** Returns the way on for an upload that failed, as far as there is one. */
export function remedyOf(entry: UploadEntry): 'retry' | 'choose' | 'keepBoth' | undefined {
  const { status, cause } = entry;
  if (status !== 'failed' || (cause && hopeless.includes(cause))) return undefined;
  if (needsFile(entry)) return 'choose';
  return cause === 'NAME_TAKEN' ? 'keepBoth' : 'retry';
}

/** Shows the way on for an upload that failed. */
export function Remedy({ entry }: { entry: UploadEntry }) {
  const t = useMessages(uploadMessages);
  const { uploads } = useWorkspace();
  const name = shownName(entry.name);
  const remedies = {
    retry: { label: t('retry'), title: t('retryUpload', { name }), run: () => uploads.retry(entry.id) },
    choose: {
      label: t('chooseAgain'),
      title: t('chooseAgainFor', { name }),
      run: () => chooseAgain(entry),
    },
    keepBoth: { label: t('keepBoth'), title: t('keepBothFor', { name }), run: () => keepBoth(entry) },
  };
  const remedy = remedyOf(entry);
  if (!remedy) return null;
  const { label, title, run } = remedies[remedy];
  return (
    <Button size="compact-xs" variant="default" aria-label={title} onClick={() => void run()}>
      {label}
    </Button>
  );
}

/**
 * Shows one upload: how far it is, why it does not go on, and what can be done. One of hundreds, it renders
 * for itself alone.
 */
export const UploadRow = memo(function UploadRow({ entry }: { entry: UploadEntry }) {
  const t = useMessages(uploadMessages);
  const { uploads } = useWorkspace();
  const name = shownName(entry.name) || t('nameless');
  const { status, sent, total } = entry;
  const isOver = status === 'success' || status === 'cancelled';
  return (
    <TrayRow
      name={name}
      state={uploadStateText(entry)}
      tone={status === 'failed' ? 'bad' : undefined}
      tools={
        <>
          {status === 'success' && (
            <Box component="span" c="var(--good)" display="inline-flex">
              <Icon of={IconCircleCheck} />
            </Box>
          )}
          {!isOver && (
            <TrayButton
              icon={IconX}
              label={t(status === 'failed' ? 'removeUpload' : 'cancelUpload', { name })}
              title={t(status === 'failed' ? 'remove' : 'cancel')}
              onClick={() => {
                keepFocus();
                uploads.cancel(entry.id);
              }}
            />
          )}
        </>
      }
      remedy={status === 'failed' && <Remedy entry={entry} />}
    >
      {(status === 'running' || status === 'paused') && (
        <Progress
          size={4}
          value={total > 0 ? (sent / total) * 100 : 100}
          color={status === 'paused' ? 'gray' : 'petrol'}
          aria-label={t('uploadOf', { name })}
        />
      )}
    </TrayRow>
  );
});
