import type { View } from '@kontor/client/replica/view';
import type { Document } from '@kontor/contract/nouns/document';
import { Checkbox } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lead } from '../../../platform/scroll.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { useCount, useWindow } from '../../../platform/workspace/views.ts';
import { moveInList } from '../../../ui/list/arrowList.ts';
import { FileIcon } from '../fileIcon.tsx';
import { documentMessages } from '../messages.ts';
import css from './documentGrid.module.css';
import { type DocumentRow, documentOf, intoOf, rowKey } from './row.ts';
import { chooseRow } from './rowPresses.ts';
import type { SelectHow, Selection } from './selection.ts';
import { Thumbnail } from './thumbnail.tsx';

/** Pictures that are there at first, and that come with each look beyond the last one. */
const step = 60;

interface DocumentGridProps {
  rows: View<DocumentRow>;
  selection: Selection;
  over: string | undefined;
  shownId: string | undefined;
  /** The name as a link to the folder, or to the preview. */
  nameOf: (row: DocumentRow) => ReactNode;
  /** Shows below the name where it lies. */
  renderPlace?: ((document: Document) => ReactNode) | undefined;
  menuOf: (document: Document) => ReactNode;
  onSelect: (id: string, how: SelectHow) => void;
}

/** Shows folders and files as pictures; what can be done with one is what can be done with its row. */
export function DocumentGrid({
  rows,
  selection,
  over,
  shownId,
  nameOf,
  renderPlace,
  menuOf,
  onSelect,
}: DocumentGridProps) {
  const t = useMessages(documentMessages);
  const [limit, setLimit] = useState(step);
  const shown = useWindow(rows, 0, limit);
  const count = useCount(rows);
  const end = useRef<HTMLLIElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const reached = useRef<string>(undefined);
  useEffect(() => {
    const at = shownId === undefined || reached.current === shownId ? -1 : rows.indexOf(shownId);
    if (at >= limit) setLimit(at + step);
    else if (at >= 0) {
      reached.current = shownId;
      const item = list.current?.querySelector(`[data-drag-id="${shownId}"]`);
      lead(() => item?.scrollIntoView({ block: 'nearest' }));
    }
  }, [shownId, rows, limit]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step the end is another place, which may be near again
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setLimit((now) => now + step),
      { rootMargin: '1200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [limit, count > limit]);
  return (
    <ul ref={list} className={css.grid} aria-label={t('documents')} onKeyDown={moveInList}>
      {shown.map((row) => {
        const [id, document, into] = [rowKey(row), documentOf(row), intoOf(row)];
        if (!document && !into)
          return (
            <li key={id} className={css.heading}>
              {nameOf(row)}
            </li>
          );
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: Space on its link selects it
          <li
            key={id}
            onClick={document && chooseRow(onSelect, id)}
            data-selected={selection.ids.has(id) || id === shownId || undefined}
            data-drag-id={document?.id}
            data-drop-into={into}
            data-into={over === id || undefined}
          >
            {document && !into ? (
              <Thumbnail document={document} />
            ) : (
              <span className={css.picture}>
                <FileIcon type={document ? 'folder' : 'tasks-documents'} />
              </span>
            )}
            <div className={css.foot}>
              {document && (
                <Checkbox
                  size="xs"
                  aria-label={t('selectRow', { name: shownName(document.name) })}
                  checked={selection.ids.has(id)}
                  onChange={() => undefined}
                  onClick={(event) => {
                    event.stopPropagation();
                    onSelect(id, event.shiftKey ? 'range' : 'toggle');
                  }}
                  tabIndex={-1}
                  data-no-drag
                />
              )}
              <span className={css.name}>{nameOf(row)}</span>
              {document && menuOf(document)}
            </div>
            {document && renderPlace && <div className={css.place}>{renderPlace(document)}</div>}
          </li>
        );
      })}
      {count > limit && <li ref={end} className={css.end} aria-hidden />}
    </ul>
  );
}
