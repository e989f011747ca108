import { isOpen, isUnfinished, needsFile, type UploadEntry } from '@kontor/client/files/transfer';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { useObservable, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { Icon } from '../../../ui/icon.tsx';
import { keepFocus } from '../../../ui/list/keepFocus.ts';
import { Tray } from '../../../ui/overlay/tray.tsx';
import { useAskBeforeLeaving } from '../../../ui/useAskBeforeLeaving.ts';
import { copyings } from '../copyingState.ts';
import { moveMessages } from '../moveMessages.ts';
import { openFiles } from '../native/nativeFiles.ts';
import { chooseAllAgain, closeUploads } from './actions.ts';
import { CopyingRow } from './copyingRow.tsx';
import { isInTray } from './inTray.ts';
import { uploadMessages } from './messages.ts';
import { remedyOf, UploadRow } from './uploadRow.tsx';

/** ms that the list stays after everything ended; it must not stand in the way of what lies under it. */
const lingers = 5_000;

/** ms of uploading after which it matters whether the page can be closed; what is over sooner needs no word about it. */
const isLongAfter = 3_000;

/** Tells whether something has gone on for so long. */
function useIsLong(isOn: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(setLong, isLongAfter, true);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isOn]);
  return isOn && isLong;
}

/** Says in one line how the uploads stand, those of copies among them. */
function useSummary(entries: readonly UploadEntry[], isCopying: boolean): string {
  const t = useMessages(uploadMessages);
  const m = useMessages(moveMessages);
  const open = entries.filter(isOpen);
  const failed = entries.filter(({ status }) => status === 'failed').length;
  if (open.length > 0 && open.every(({ status }) => status === 'paused')) return t('paused');
  if (isCopying) return m('copyingFiles');
  if (open.length > 0) return t('running', { count: open.length });
  if (failed > 0) return t('failed', { count: failed });
  return t(entries.some(({ status }) => status === 'success') ? 'allDone' : 'allCancelled');
}

/**
 * Shows every unfinished upload with its progress, and copies, which are fetched before they are uploaded; stays in view wherever
 * one goes. For whoever has some.
 */
export function UploadTray() {
  const t = useMessages(uploadMessages);
  const { uploads } = useWorkspace();
  const all = useObservable(uploads.entries);
  const files = useObservable(openFiles());
  const entries = useMemo(() => all.filter((entry) => isInTray(entry, files)), [all, files]);
  // Those of messages stand there, until somebody has to decide, wherever they are.
  const shown = entries.filter(({ target, status }) => !target.messageId || status === 'failed');
  const copies = useObservable(copyings);
  const isCopying = copies.length > 0;
  const summary = useSummary(shown, isCopying);
  const open = entries.filter(isOpen);
  const hasOpen = open.length > 0;
  const isLong = useIsLong(hasOpen || isCopying);
  const wanting = shown.filter(needsFile).length;
  const retriable = shown.filter((entry) => remedyOf(entry) === 'retry');
  const isOffline = shown.some(({ status, cause }) => status === 'paused' && cause === 'OFFLINE');
  useAskBeforeLeaving(hasOpen || isCopying);
  const isDone = !isCopying && entries.length > 0 && !entries.some(isUnfinished);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => uploads.clear(), lingers);
    return () => clearTimeout(timer);
  }, [isDone, uploads]);
  if (shown.length === 0 && !isCopying) return null;
  return (
    <Tray
      label={t('uploads')}
      title={summary}
      // Counting down is for the eye; what it comes to, and a pause, is said.
      isSaid={!hasOpen || isCopying}
      tools={
        !isCopying && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('hide')}
            title={t('hide')}
            onClick={() => void closeUploads(shown)}
          >
            <Icon of={IconX} />
          </ActionIcon>
        )
      }
      notice={
        (isOffline || wanting > 1 || retriable.length > 1 || isLong) && (
          <>
            {isLong && (
              <span>{t(!isCopying && open.every(({ isKept }) => isKept) ? 'mayClose' : 'keepOpen')}</span>
            )}
            {isOffline ? t('pausedHint') : wanting > 1 && t('chooseAllHint', { count: wanting })}
            {(isOffline || wanting > 1) && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => (isOffline ? uploads.wake() : chooseAllAgain())}
              >
                {t(isOffline ? 'tryNow' : 'chooseAll')}
              </Button>
            )}
            {retriable.length > 1 && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => {
                  keepFocus();
                  void uploads.retryAll(retriable.map(({ id }) => id));
                }}
              >
                {t('retryAll')}
              </Button>
            )}
          </>
        )
      }
    >
      {copies.map((copying) => (
        <CopyingRow key={copying.id} {...copying} />
      ))}
      {shown.map((entry) => (
        <UploadRow key={entry.id} entry={entry} />
      ))}
    </Tray>
  );
}
