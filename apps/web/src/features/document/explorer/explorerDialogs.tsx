import { useMessages } from '../../../platform/text/messages.ts';
import { createFolder, renameDocument, takenError } from '../actions.ts';
import { documentMessages } from '../messages.ts';
import type { Root } from '../root.ts';
import type { Folder } from './folder.ts';
import { MoveDialog } from './moveDialog.tsx';
import { NameDialog } from './nameDialog.tsx';
import type { Dialog } from './useExplorer.ts';

interface ExplorerDialogsProps {
  dialog: Dialog | undefined;
  root: Root;
  folder: Folder;
  onMove: (ids: readonly string[], folderId: string | undefined) => void;
  onClose: () => void;
}

/** The dialog that is open over a folder, if one is. */
export function ExplorerDialogs({ dialog, root, folder, onMove, onClose }: ExplorerDialogsProps) {
  const t = useMessages(documentMessages);
  if (!dialog) return null;
  if (dialog.kind === 'newFolder')
    return (
      <NameDialog
        title={t('newFolder')}
        action={t('create')}
        initial=""
        takenError={(name) => takenError(folder.place, name)}
        onSave={(name) => createFolder(folder.place, name)}
        onClose={onClose}
      />
    );
  if (dialog.kind === 'rename') {
    const { document } = dialog;
    return (
      <NameDialog
        title={t('rename')}
        action={t('rename')}
        initial={document.name}
        takenError={(name) => takenError(document, name, document)}
        onSave={(name) => renameDocument(document, name)}
        onClose={onClose}
      />
    );
  }
  return (
    <MoveDialog
      root={root}
      moved={dialog.ids}
      from={folder.id}
      onMove={(folderId) => {
        onMove(dialog.ids, folderId);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
