/** The menus of documents that show outside of their folder, with the dialogs that they open: as in it. */
import type { Document } from '@kontor/contract/nouns/document';
import { type ReactNode, useState } from 'react';
import { useCollection } from '../../../platform/workspace/views.ts';
import { useRecord } from '../../../platform/workspace/workspace.ts';
import { actedOn, keepFocus } from '../../../ui/list/keepFocus.ts';
import type { People } from '../../../ui/person/people.tsx';
import { deleteDocuments } from '../actions.ts';
import { moveTo } from '../moving.ts';
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
  sharing?: Sharing | undefined;
  onAsk: (asked: Asked) => void;
}

/**
 * Shows the menu of a document, which is shared with the customer of the place where it lies unless told
 * otherwise.
 */
export function PlacedMenu({ documentId, sharing: given, otherwise, contentsOf, onAsk }: PlacedMenuProps) {
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
      onCopy={() => ask({ kind: 'copy', ids: [documentId] })}
      onDelete={() => {
        // The button of its menu goes at once, its row where a search is answered anew.
        const forgo = keepFocus(actedOn()?.closest('[data-row], [data-drag-id], li') ?? undefined);
        if (!deleteDocuments([document])) forgo();
      }}
    />
  );
}

interface AskedDialogProps {
  asked: Asked;
  people: People;
  onClose: () => void;
}

/** Shows the dialog that a menu asked for. */
export const AskedDialog = ({ asked, people, onClose }: AskedDialogProps) => (
  <ExplorerDialogs
    dialog={asked.dialog}
    root={asked.document}
    folder={{ place: asked.document }}
    people={people}
    onMove={(ids, place, folderId) => void moveTo(ids, place, folderId)}
    onClose={onClose}
  />
);

/** Acts upon several documents at once. */
export interface DocumentActs {
  /** Asks for another name of the first. */
  rename(): void;
  /** Asks where to move them; absent where they lie in several projects. */
  move?: () => void;
  remove(): void;
}

export interface DocumentMenus {
  /** Returns the menu of a document; nothing, or what is given instead, where this person has none of that id. */
  menuOf(documentId: string, options?: MenuOptions): ReactNode;
  /** Asks for another name. */
  rename(document: Document): void;
  /** Returns what can be done with documents; undefined where this person does not have one of them. */
  actsOn(documentIds: readonly string[]): DocumentActs | undefined;
  /** The dialog that is open; it stands outside of the rows, which may go while it is. */
  dialog: ReactNode;
}

/**
 * Returns menus for documents of one place or of many. `sharing`: with the customer in view; without, each document is shared
 * with the customer of its project or its own.
 */
export function useDocumentMenus(people: People, sharing?: Sharing): DocumentMenus {
  const [asked, setAsked] = useState<Asked>();
  const known = useCollection('document');
  const rename = (document: Document) => setAsked({ dialog: { kind: 'rename', document }, document });
  return {
    menuOf: (documentId, options) => (
      <PlacedMenu documentId={documentId} sharing={sharing} {...options} onAsk={setAsked} />
    ),
    rename,
    actsOn: (documentIds) => {
      const documents = documentIds.flatMap((id) => known.get(id) ?? []);
      const [first] = documents;
      if (!first || documents.length < documentIds.length) return undefined;
      const isOneRoot = documents.every(
        ({ scopeId, customerId }) => scopeId === first.scopeId && customerId === first.customerId,
      );
      return {
        rename: () => rename(first),
        ...(isOneRoot && {
          move: () => setAsked({ dialog: { kind: 'move', ids: documentIds }, document: first }),
        }),
        remove: () => {
          const forgo = keepFocus(
            window.document.querySelector(`[data-drag-id="${CSS.escape(first.id)}"]`) ?? undefined,
          );
          if (!deleteDocuments(documents)) forgo();
        },
      };
    },
    dialog: asked && <AskedDialog asked={asked} people={people} onClose={() => setAsked(undefined)} />,
  };
}
