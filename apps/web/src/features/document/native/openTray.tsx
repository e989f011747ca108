import type { OpenFile } from '@kontor/client/desktop/openFile';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconFolderOpen, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { useObservable, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { Icon } from '../../../ui/icon.tsx';
import { shownName } from '../shownName.ts';
import { nativeMessages } from './messages.ts';
import { closeOpenFile, openFiles, retryOpenFile, showInFolder } from './openFiles.ts';
import css from './openTray.module.css';

function OpenRow({ file }: { file: OpenFile }) {
  const t = useMessages(nativeMessages);
  const { records } = useWorkspace();
  const { id, status, documentId } = file;
  const document = records.collections.document.get(documentId);
  const home = document && records.collections.project.get(document.scopeId)?.name;
  const name = shownName(document?.name ?? file.name);
  return (
    <li className={css.entry}>
      <div className={css.line}>
        <span className={css.name} title={name}>
          {name}
        </span>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t('show', { name })}
          title={t('showShort')}
          onClick={() => void showInFolder(id)}
        >
          <Icon of={IconFolderOpen} size={16} />
        </ActionIcon>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t('close', { name })}
          title={t('closeShort')}
          onClick={() => void closeOpenFile(file)}
        >
          <Icon of={IconX} size={16} />
        </ActionIcon>
      </div>
      {home && <span className={css.home}>{home}</span>}
      <span className={css.state} data-status={status}>
        {t(status)}
      </span>
      {(status === 'left' || status === 'failed') && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t(status === 'left' ? 'uploadFile' : 'retryFile', { name })}
          onClick={() => retryOpenFile(id)}
        >
          {t(status === 'left' ? 'upload' : 'retry')}
        </Button>
      )}
    </li>
  );
}

/** The files that are open in other programs, and how their saves stand. For the desktop app. */
export function OpenTray() {
  const t = useMessages(nativeMessages);
  const files = useObservable(openFiles());
  const [isFolded, setFolded] = useState(false);
  return (
    <aside className={css.tray} aria-label={t('openFiles')}>
      <div className={css.head}>
        <h2>{t('openFiles')}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('fold')}
          title={t('fold')}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          <Icon of={isFolded ? IconChevronUp : IconChevronDown} />
        </ActionIcon>
      </div>
      {!isFolded && (
        <ul className={css.entries}>
          {files.map((file) => (
            <OpenRow key={file.id} file={file} />
          ))}
        </ul>
      )}
    </aside>
  );
}
