import type { Document } from '@kontor/contract/nouns/document';
import type { Task } from '@kontor/contract/nouns/task';
import { Button, Group, Modal } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { formatBytes } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { useRecord } from '../../platform/workspace/workspace.ts';
import { FileButton } from '../../ui/form/fileButton.tsx';
import { FileDrop } from '../../ui/form/fileDrop.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RecordMarks } from '../../ui/list/recordMarks.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { useCloseOnBack } from '../../ui/overlay/closeOnBack.ts';
import type { People } from '../../ui/person/people.tsx';
import { downloadChosen } from './actions.ts';
import { addressOf } from './address.ts';
import css from './document.module.css';
import { useDocumentMenus } from './explorer/documentMenus.tsx';
import { NameCell } from './explorer/nameCell.tsx';
import { typeOf } from './fileIcon.tsx';
import { FileName } from './fileName.tsx';
import { HeldMark } from './heldMark.tsx';
import { LinkMark } from './link/linkMark.tsx';
import { useLinkedIds } from './link/queries.ts';
import { documentMessages } from './messages.ts';
import { widthOverPage } from './preview/previewKind.ts';
import { PreviewPane } from './preview/previewPane.tsx';
import { useTaskDocuments } from './queries.ts';
import { useSharing } from './share/sharing.ts';
import { SharedMark, StarMark } from './sharedMark.tsx';
import { useStarred } from './star.ts';
import { uploadDropped, uploadFiles } from './upload/actions.ts';

interface TaskDocumentsProps {
  task: Pick<Task, 'id' | 'scopeId' | 'title'>;
  workspace: string;
  people: People;
  /** With whom documents are shared here. */
  customer: { id: string; name: string } | undefined;
  /** More marks behind a name. */
  moreMarks?: (document: Document) => ReactNode;
  /** More about the file in the preview, below it. */
  beneath?: (file: Document) => ReactNode;
  /** Shows what is left of a file that was in the preview and is gone. */
  left?: (fileId: string) => ReactNode;
}

/** Lists the documents of a task: what can be done with them is what can be done with them in a folder. */
export function TaskDocuments(props: TaskDocumentsProps) {
  const { task, workspace, people, customer, moreMarks, beneath, left } = props;
  const t = useMessages(documentMessages);
  const documents = useTaskDocuments(task.id);
  const sharing = useSharing(customer);
  const starred = useStarred();
  const linked = useLinkedIds();
  const { menuOf, rename, dialog } = useDocumentMenus(people, sharing);
  const [shownId, setShownId] = useState<string>();
  const shown = documents.find(({ id }) => id === shownId);
  // One that was moved is not gone.
  const shownDocument = useRecord('document', shownId);
  const place = { scopeId: task.scopeId, taskId: task.id };
  return (
    <section aria-label={t('documents')}>
      <h3 className={css.heading}>{t('documents')}</h3>
      <FileDrop label={t('uploadHere')} onDrop={(dropped) => void uploadDropped(dropped, place)} />
      <ul className={css.list}>
        {documents.map((document) => {
          const { path, search } = addressOf(document);
          const name = shownName(document.name);
          return (
            <li key={document.id}>
              <NameCell type={typeOf(document)} name={document.name}>
                <QueryLink
                  path={`/${workspace}/${path}`}
                  query={{ ...search }}
                  onFollow={() => setShownId(document.id)}
                  title={name}
                  aria-label={name}
                >
                  <FileName name={name} />
                </QueryLink>
                {starred.has(document.id) && <StarMark />}
                {linked.has(document.id) && <LinkMark />}
                <HeldMark documentId={document.id} />
                {moreMarks?.(document)}
                {sharing?.isShared(document.id) && <SharedMark customerName={sharing.customerName} />}
                <RecordMarks entity="document" record={document} onDecide={() => rename(document)} />
              </NameCell>
              <span className={css.quiet}>{formatBytes(document.size ?? 0)}</span>
              {menuOf(document.id)}
            </li>
          );
        })}
      </ul>
      <Group gap="xs">
        <FileButton
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon of={IconUpload} size={16} />}
          label={t('upload')}
          onFiles={(files) => void uploadFiles(files, place)}
        />
        {documents.length > 1 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon of={IconDownload} size={16} />}
            onClick={() => void downloadChosen(documents, shownName(task.title))}
          >
            {t('downloadZip')}
          </Button>
        )}
      </Group>
      {dialog}
      {shownId !== undefined && !shownDocument && left?.(shownId)}
      {shown && (
        <PreviewOver
          document={shown}
          files={documents}
          onShow={setShownId}
          onClose={() => setShownId(undefined)}
          menu={menuOf(shown.id)}
          beneath={beneath?.(shown)}
        />
      )}
    </section>
  );
}

/** Shows the preview over the page, as large as the window bears. */
function PreviewOver(preview: ComponentProps<typeof PreviewPane>) {
  const { document, onClose } = preview;
  useCloseOnBack(onClose);
  return (
    <Modal
      opened
      // The preview hears the key itself; Mantine's listener hears the one that closes a menu or dialog of it, too.
      closeOnEscape={false}
      onClose={onClose}
      size={widthOverPage}
      withCloseButton={false}
      padding={0}
      aria-label={shownName(document.name)}
    >
      <div className={css.over}>
        <PreviewPane {...preview} />
      </div>
    </Modal>
  );
}
