import type { Document } from '@kontor/contract/nouns/document';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useCount } from '../../../platform/workspace/views.ts';
import { useDrag } from '../../../ui/drag/useDrag.ts';
import { deleteDocuments, moveDocuments } from '../actions.ts';
import type { Root } from '../root.ts';
import type { Folder } from './folder.ts';
import { topTarget } from './folderBreadcrumbs.tsx';
import { nothingSelected, type Selection, select, stillThere } from './selection.ts';

export type Dialog =
  | { kind: 'newFolder' }
  | { kind: 'rename'; document: Document }
  | { kind: 'versions'; document: Document }
  | { kind: 'links'; document: Document }
  | { kind: 'move'; ids: readonly string[] };

/** Holds what is chosen in a folder and which dialog is open; handles drags and keys. */
export function useExplorer(root: Root, folder: Folder, closePreview: () => void) {
  const [held, setSelection] = useState<Selection>(nothingSelected);
  const [dialog, setDialog] = useState<Dialog>();
  const { content } = folder;
  // It decides what is still there, and so is read again with each coming and going.
  useCount(content);
  const selection = stillThere(held, (id) => content.indexOf(id) >= 0);
  const rowOf = (id: string) => content.at(content.indexOf(id)) ?? [];
  const chosen = [...selection.ids].flatMap(rowOf);
  const order = () => content.get().map(({ id }) => id);
  const clear = () => setSelection(nothingSelected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder, another choice
  useEffect(clear, [folder.id, folder.isTaskDocuments, folder.list]);

  /** Returns what an action on a row is about: the whole selection when the row belongs to it. */
  const meant = (id: string) => (selection.ids.has(id) ? chosen : [rowOf(id)].flat());
  const remove = (documents: readonly Document[]) => {
    if (documents.length > 0 && deleteDocuments(documents)) clear();
  };
  const move = (ids: readonly string[], target: string | undefined) => {
    if (moveDocuments(ids, root, target === topTarget ? undefined : target)) clear();
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
    if (!event.currentTarget.contains(event.target as HTMLElement)) return;
    const focused = (event.target as HTMLElement).closest<HTMLElement>('[data-drag-id]')?.dataset.dragId;
    const withModifier = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape' && selection.ids.size > 0) clear();
    else if (event.key === 'Escape') closePreview();
    else if (event.key === 'a' && withModifier)
      setSelection({ ids: new Set(order()), anchor: content.at(0)?.id });
    else if (!focused) return;
    else if (event.key === 'F2') setDialog({ kind: 'rename', document: meant(focused)[0]! });
    else if (event.key === 'Delete') remove(meant(focused));
    else if (event.key === ' ' && (event.target as HTMLElement).matches('[data-list-item]'))
      setSelection(select(selection, order(), focused, event.shiftKey ? 'range' : 'toggle'));
    else return;
    event.preventDefault();
  };

  return {
    selection,
    chosen,
    clear,
    choose: (id: string, how: 'only' | 'toggle' | 'range') =>
      setSelection(select(selection, order(), id, how)),
    dialog,
    setDialog,
    meant,
    remove,
    move,
    over: dragging?.over?.kind === 'into' ? dragging.over.id : undefined,
    onPointerDown,
    onKeyDown,
  };
}
