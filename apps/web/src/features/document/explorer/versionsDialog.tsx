import { versionsOf } from '@kontor/client/nouns/fileVersion';
import type { Document } from '@kontor/contract/nouns/document';
import { type FileVersion, maxVersions } from '@kontor/contract/nouns/fileVersion';
import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDownload, IconEye, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes, formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { useWhere, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { chooseFile } from '../../../ui/form/chooseFiles.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ActionsMenu } from '../../../ui/list/actionsMenu.tsx';
import { keepFocus } from '../../../ui/list/keepFocus.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { deleteVersion, downloadDocument, restoreContent } from '../actions.ts';
import { FileDialog } from '../attached/fileDialog.tsx';
import { documentMessages } from '../messages.ts';
import { previewOf } from '../preview/previewKind.ts';
import { useDocument } from '../queries.ts';
import { uploadVersion } from '../upload/actions.ts';
import css from './versionsDialog.module.css';

interface VersionsDialogProps {
  document: Document;
  people: People;
  onClose: () => void;
}

/** Returns a version as a file that can be opened: its content under the document's id and name. */
const asDocument = (document: Document, version: FileVersion): Document => ({
  ...document,
  ...version,
  id: document.id,
});

/** Shows the contents of a file, the one in force first: who brought each of them, when, how large it is; the earlier ones can come back or be deleted. */
export function VersionsDialog({ document: given, people, onClose }: VersionsDialogProps) {
  const t = useMessages(documentMessages);
  const { records } = useWorkspace();
  const document = useDocument(given.id) ?? given;
  const [shown, setShown] = useState<FileVersion>();
  // Read again with each change of them.
  useWhere('fileVersion', 'documentId', given.id);
  const versions = versionsOf(records, given.id);
  const facts = ({ size = 0, uploadedAt, uploadedBy }: Partial<FileVersion>, otherwise: Document) => (
    <span className={css.facts}>
      <time>{formatDateTime(uploadedAt ?? otherwise.createdAt)}</time>
      <span>{people.get(uploadedBy ?? otherwise.createdBy)?.name}</span>
      <span>{formatBytes(size)}</span>
    </span>
  );
  const isShowable = (version: FileVersion) => 'kind' in previewOf(asDocument(document, version));
  const remove = async (version: FileVersion) => {
    const stop = keepFocus();
    if (!(await deleteVersion(document.name, version))) stop();
  };
  return (
    <Dialog title={t('versionsOf', { name: shownName(document.name) })} onClose={onClose}>
      <ol className={css.versions} aria-label={t('versions')}>
        <li>
          {facts(document, document)}
          <Text size="sm" c="dimmed">
            {t('inForce')}
          </Text>
        </li>
        {versions.map((version) => (
          <li key={version.id}>
            {facts(version, document)}
            <Group gap={4} wrap="nowrap">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('restoreVersion', { time: formatDateTime(version.uploadedAt ?? 0) })}
                onClick={() => restoreContent(version)}
              >
                {t('restore')}
              </Button>
              <ActionsMenu name={t('versionOf', { time: formatDateTime(version.uploadedAt ?? 0) })}>
                {isShowable(version) && (
                  <Menu.Item leftSection={<Icon of={IconEye} />} onClick={() => setShown(version)}>
                    {t('preview')}
                  </Menu.Item>
                )}
                <Menu.Item
                  leftSection={<Icon of={IconDownload} />}
                  onClick={() => void downloadDocument(asDocument(document, version))}
                >
                  {t('download')}
                </Menu.Item>
                <Menu.Item
                  color="red"
                  leftSection={<Icon of={IconTrash} />}
                  onClick={() => void remove(version)}
                >
                  {t('delete')}
                </Menu.Item>
              </ActionsMenu>
            </Group>
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed">
        {t('versionsSay', { count: maxVersions })}
      </Text>
      <Group justify="flex-end" mt="xl">
        <Button
          leftSection={<Icon of={IconUpload} />}
          onClick={() => chooseFile((file) => void uploadVersion(document, file))}
        >
          {t('uploadVersion')}
        </Button>
      </Group>
      {shown && <FileDialog document={asDocument(document, shown)} onClose={() => setShown(undefined)} />}
    </Dialog>
  );
}
