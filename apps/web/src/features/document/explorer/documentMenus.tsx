/** The menus of documents that show outside of their folder, with the dialogs that they open: as in it. */
import type { Document } from '@kontor/contract/nouns/document';
import { type ReactNode, useState } from 'react';
import { useRecord } from '../../../platform/workspace/workspace.ts';
import { actedOn, keepFocus } from '../../../ui/list/keepFocus.ts';
import type { People } from '../../../ui/person/people.tsx';
import { deleteDocuments, moveDocuments } from '../actions.ts';
import { useDocument } from '../queries.ts';
import { type Sharing, useSharing } from '../share/sharing.ts';
import type { ContentsOf } from '../zip.ts';
import { DocumentMenu } from './documentMenu.tsx';
import { ExplorerDialogs } from './explorerDialogs.tsx';
import type { ExplorerDialog } from './useExplorer.ts';

interface Asked {
  dialog: ExplorerDialog;
  document: Document;
}

interface MenuOptions {
  /** Shown where this person has no such document. */
  otherwise?: ReactNode;
  /** Returns what lies in a folder for whoever downloads it, where that is not all of it. */
  contentsOf?: ContentsOf | undefined;
}

interface PlacedMenuProps extends MenuOptions {
  documentId: string;
  sharing: Sharing | undefined;
  onAsk: (asked: Asked) => void;
}

/**
 * Shows the menu of a document, which is shared with the customer of the place where it lies unless told
 * otherwise.
 */
function PlacedMenu({ documentId, sharing: given, otherwise, contentsOf, onAsk }: PlacedMenuProps) {
  const document = useDocument(documentId);
  const project = useRecord('project', document?.scopeId);
  const customer = useRecord('customer', document?.customerId ?? project?.customerId);
  const own = useSharing(customer);
  const sharing = given ?? own;
  if (!document) return otherwise;
  const ask = (dialog: ExplorerDialog) => onAsk({ dialog, document });
  return (
    <DocumentMenu
      document={document}
      sharing={sharing}
      contentsOf={contentsOf}
      onShare={() => sharing?.share([document])}
      onRevoke={() => sharing?.revoke([document])}
      onRename={() => ask({ kind: 'rename', document })}
      onLinks={() => ask({ kind: 'links', document })}
      onVersions={() => ask({ kind: 'versions', document })}
      onMove={() => ask({ kind: 'move', ids: [documentId] })}
      onDelete={() => {
        // The button of its menu goes at once, its row where a search is answered anew.
        const forgo = keepFocus(actedOn()?.closest('[data-row], [data-drag-id], li') ?? undefined);
        if (!deleteDocuments([document])) forgo();
      }}
    />
  );
}

export interface DocumentMenus {
  /** Returns the menu of a document; nothing, or what is given instead, where this person has none of that id. */
  menuOf(documentId: string, options?: MenuOptions): ReactNode;
  /** Asks for another name. */
  rename(document: Document): void;
  /** The dialog that is open; it stands outside of the rows, which may go while it is. */
  dialog: ReactNode;
}

/**
 * Returns menus for documents of one place or of many. `sharing`: with the customer in view; without, each document is shared
 * with the customer of its project or its own.
 */
export function useDocumentMenus(people: People, sharing?: Sharing): DocumentMenus {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return {
    menuOf: (documentId, options) => (
      <PlacedMenu {...{ documentId, sharing }} {...options} onAsk={setAsked} />
    ),
    rename: (document) => setAsked({ dialog: { kind: 'rename', document }, document }),
    dialog: asked && (
      <ExplorerDialogs
        dialog={asked.dialog}
        root={asked.document}
        folder={{ place: asked.document }}
        people={people}
        onMove={(ids, folderId) => moveDocuments(ids, asked.document, folderId)}
        onClose={close}
      />
    ),
  };
}
