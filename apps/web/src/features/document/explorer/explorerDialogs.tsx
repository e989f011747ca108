import type { Document } from '@kontor/contract/nouns/document';
import { useMessages } from '../../../platform/text/messages.ts';
import { RecordConflicts } from '../../../ui/form/recordConflicts.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { createFolder, renameDocument, takenError } from '../actions.ts';
import { copyDocuments } from '../copying.ts';
import { LinksDialog } from '../link/linksDialog.tsx';
import { documentMessages } from '../messages.ts';
import { useDocument } from '../queries.ts';
import type { Root } from '../root.ts';
import type { Folder } from './folder.ts';
import { MoveDialog } from './moveDialog.tsx';
import { NameDialog } from './nameDialog.tsx';
import type { ExplorerDialog } from './useExplorer.ts';
import { VersionsDialog } from './versionsDialog.tsx';

interface ExplorerDialogsProps {
  dialog: ExplorerDialog | undefined;
  root: Root;
  folder: Pick<Folder, 'place'>;
  people: People;
  onMove: (ids: readonly string[], place: Root, folderId: string | undefined) => void;
  onClose: () => void;
}

interface RenameDialogProps {
  document: Document;
  people: People;
  onClose: () => void;
}

/** Asks for another name; it shows the one that the document has by now. */
function RenameDialog({ document: asked, people, onClose }: RenameDialogProps) {
  const t = useMessages(documentMessages);
  const document = useDocument(asked.id) ?? asked;
  return (
    <NameDialog
      title={t('rename')}
      action={t('rename')}
      initial={document.name}
      takenError={(name) => takenError(document, name, document)}
      onSave={(name) => renameDocument(document, name)}
      onClose={onClose}
    >
      <RecordConflicts entity="document" record={document} people={people} labelOf={() => t('name')} />
    </NameDialog>
  );
}

/** Shows the dialog that is open over a folder, if one is. */
export function ExplorerDialogs({ dialog, root, folder, people, onMove, onClose }: ExplorerDialogsProps) {
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
    return <RenameDialog document={dialog.document} people={people} onClose={onClose} />;
  }
  if (dialog.kind === 'versions')
    return <VersionsDialog document={dialog.document} people={people} onClose={onClose} />;
  if (dialog.kind === 'links')
    return <LinksDialog document={dialog.document} people={people} onClose={onClose} />;
  return (
    <MoveDialog
      root={root}
      moved={dialog.ids}
      isCopy={dialog.kind === 'copy'}
      onMove={(place, folderId) => {
        if (dialog.kind === 'copy') void copyDocuments(dialog.ids, place, folderId);
        else onMove(dialog.ids, place, folderId);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
