import { isOffered, isUnsent, type OpenFile } from '@kontor/client/desktop/openFile';
import { Button, Text } from '@mantine/core';
import { IconFolderOpen, IconX } from '@tabler/icons-react';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { useSession } from '../../../platform/workspace/session.ts';
import { useObservable, useWorkspaceIfOpen } from '../../../platform/workspace/workspace.ts';
import { ButtonLink } from '../../../ui/nav/link.tsx';
import { Tray, TrayButton, TrayRow } from '../../../ui/overlay/tray.tsx';
import { causeText } from '../upload/uploadRow.tsx';
import { nativeMessages } from './messages.ts';
import { openFiles } from './nativeFiles.ts';
import { closeOpenFile, retryOpenFile, showInFolder } from './openFiles.ts';

function OpenRow({ file }: { file: OpenFile }) {
  const t = useMessages(nativeMessages);
  const records = useWorkspaceIfOpen()?.records;
  const { id, status, documentId, isNew, workspaceId, failure } = file;
  const document = records?.collections.document.get(documentId);
  const home = document && records?.collections.project.get(document.scopeId)?.name;
  const shown = shownName(document?.name ?? file.name);
  const name = isNew ? shownName(file.name) : shown;
  const workspace = useSession(
    ({ workspaces }) => workspaces.list.find((each) => each.id === workspaceId)?.name,
  );
  const isElsewhere = workspaceId !== records?.id;
  const isGone = isElsewhere && workspace === undefined && isUnsent(file);
  const isWaiting = !isGone && (isOffered(file) || status === 'failed');
  const waitsElsewhere = isElsewhere && !isGone && status === 'waiting';
  const state = () => {
    if (isGone) return t('waitingGone');
    if (waitsElsewhere) return t('waitingElsewhere', { workspace: workspace! });
    return status === 'beside' && !document ? t('besideUnknown') : t(status, { document: shown });
  };
  return (
    <TrayRow
      name={name}
      state={state()}
      tone={status === 'saved' ? 'good' : status === 'failed' ? 'bad' : undefined}
      tools={
        <>
          {status !== 'opening' && (
            <TrayButton
              icon={IconFolderOpen}
              label={t('show', { name })}
              title={t('showShort')}
              onClick={() => void showInFolder(id)}
            />
          )}
          <TrayButton
            icon={IconX}
            label={t('close', { name })}
            title={t('closeShort')}
            onClick={() => void closeOpenFile(file)}
          />
        </>
      }
      remedy={
        isWaiting ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t(isOffered(file) ? 'uploadFile' : 'retryFile', { name })}
            onClick={() => retryOpenFile(id)}
          >
            {t(isOffered(file) ? 'upload' : 'retry')}
          </Button>
        ) : (
          waitsElsewhere && (
            <ButtonLink
              size="compact-xs"
              variant="default"
              to="/$workspace"
              params={{ workspace: workspaceId }}
            >
              {t('openWorkspace', { workspace: workspace! })}
            </ButtonLink>
          )
        )
      }
    >
      {status === 'failed' && failure && (
        <Text size="xs" c="var(--danger)">
          {failure === 'disk' ? t('disk') : causeText(failure)}
        </Text>
      )}
      {home && (
        <Text size="xs" c="dimmed">
          {home}
        </Text>
      )}
    </TrayRow>
  );
}

/** Shows the files that are open in other programs, and how their saves stand. For the desktop app. */
export function OpenTray() {
  const t = useMessages(nativeMessages);
  const files = useObservable(openFiles());
  return (
    <Tray label={t('openFiles')} title={t('openFiles')}>
      {files.map((file) => (
        <OpenRow key={file.id} file={file} />
      ))}
    </Tray>
  );
}
