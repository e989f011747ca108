import type { Document } from '@kontor/contract/nouns/document';
import { type KeyboardEvent, useState } from 'react';
import { useDrag } from '../../../ui/drag/useDrag.ts';
import { keepFocus } from '../../../ui/list/keepFocus.ts';
import { deleteDocuments } from '../actions.ts';
import { moveDocuments, moveTo } from '../moving.ts';
import type { Root } from '../root.ts';
import type { Folder } from './folder.ts';
import { topTarget } from './folderBreadcrumbs.tsx';
import { openRow, openRowMenu } from './rowPresses.ts';
import { focusedId, useSelection } from './useSelection.ts';

export type ExplorerDialog =
  | { kind: 'newFolder' }
  | { kind: 'rename'; document: Document }
  | { kind: 'versions'; document: Document }
  | { kind: 'links'; document: Document }
  | { kind: 'move' | 'copy'; ids: readonly string[] };

/** Holds what is chosen in a folder and which dialog is open; handles drags, presses and keys. */
export function useExplorer(root: Root, folder: Folder, closePreview: () => void) {
  const [dialog, setDialog] = useState<ExplorerDialog>();
  const { selection, chosen, rowOf, choose, toggleAll, clear, onKey } = useSelection(
    folder.content,
    `${folder.list ?? folder.id ?? folder.isTaskDocuments} ${folder.search}`,
  );

  /** Returns what an action on a row is about: the whole selection when the row belongs to it. */
  const meant = (id: string) => (selection.ids.has(id) ? chosen : [rowOf(id)].flat());
  const remove = (documents: readonly Document[]) => {
    const [first] = documents;
    if (!first) return;
    keepFocus(document.querySelector(`[data-drag-id="${CSS.escape(first.id)}"]`) ?? undefined);
    if (deleteDocuments(documents)) clear();
  };
  const move = (ids: readonly string[], target: string | undefined) => {
    if (moveDocuments(ids, root, target === topTarget ? undefined : target)) clear();
  };
  const moveAnywhere = async (ids: readonly string[], place: Root, folderId: string | undefined) => {
    if (await moveTo(ids, place, folderId)) clear();
  };
  const { dragging, onPointerDown } = useDrag((id, target) => {
    if (target.kind === 'into')
      move(
        meant(id).map((document) => document.id),
        target.id,
      );
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys typed into a dialog come by here too, since React's events follow the components and not the page.
    const target = event.target as HTMLElement;
    if (!event.currentTarget.contains(target) || target.matches('[type="search"]')) return;
    const focused = focusedId(event);
    if (onKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.key === 'Escape') closePreview();
    else if (!focused) return;
    // One name is typed for one file: the one in focus, whatever else is chosen.
    else if (event.key === 'F2') setDialog({ kind: 'rename', document: [rowOf(focused)].flat()[0]! });
    // Held down, it would go on with the next one, to which the focus goes.
    else if (event.key === 'Delete' && !event.repeat) remove(meant(focused));
    else return;
    event.preventDefault();
  };

  return {
    selection,
    chosen,
    clear,
    choose,
    toggleAll,
    dialog,
    setDialog,
    meant,
    remove,
    moveAnywhere,
    over: dragging?.over?.kind === 'into' ? dragging.over.id : undefined,
    onPointerDown,
    onDoubleClick: openRow,
    onContextMenu: openRowMenu,
    onKeyDown,
  };
}
