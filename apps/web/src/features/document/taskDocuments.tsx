import type { Task } from '@kontor/contract/nouns/task';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { formatBytes } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { FileButton } from '../../ui/form/fileButton.tsx';
import { FileDrop } from '../../ui/form/fileDrop.tsx';
import { Icon } from '../../ui/icon.tsx';
import { deleteDocuments, downloadDocument } from './actions.ts';
import css from './document.module.css';
import { NameCell } from './explorer/nameCell.tsx';
import { typeOf } from './fileIcon.tsx';
import { FileName } from './fileName.tsx';
import { documentMessages } from './messages.ts';
import { useTaskDocuments } from './queries.ts';
import { shownName } from './shownName.ts';
import { uploadFiles } from './upload/actions.ts';

/** Lists the documents of a task: upload, download, delete. */
export function TaskDocuments({ task }: { task: Pick<Task, 'id' | 'scopeId'> }) {
  const t = useMessages(documentMessages);
  const documents = useTaskDocuments(task.id);
  const upload = (files: File[]) => void uploadFiles(files, { scopeId: task.scopeId, taskId: task.id });
  return (
    <section aria-label={t('documents')}>
      <h3 className={css.heading}>{t('documents')}</h3>
      <FileDrop
        label={t('uploadHere')}
        onDrop={({ files, hasFolders }) => {
          if (hasFolders) toast.error(t('noFolders'));
          upload(files);
        }}
      />
      <ul className={css.list}>
        {documents.map((document) => (
          <li key={document.id}>
            <NameCell type={typeOf(document)} name={document.name}>
              <UnstyledButton onClick={() => void downloadDocument(document)} title={t('download')}>
                <FileName name={shownName(document.name)} />
              </UnstyledButton>
            </NameCell>
            <span className={css.quiet}>{formatBytes(document.size ?? 0)}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${t('download')}: ${shownName(document.name)}`}
              onClick={() => void downloadDocument(document)}
            >
              <Icon of={IconDownload} size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${t('delete')}: ${shownName(document.name)}`}
              onClick={() => void deleteDocuments([document])}
            >
              <Icon of={IconTrash} size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <FileButton
        mt="xs"
        size="xs"
        variant="default"
        leftSection={<Icon of={IconUpload} size={16} />}
        label={t('upload')}
        onFiles={upload}
      />
    </section>
  );
}
