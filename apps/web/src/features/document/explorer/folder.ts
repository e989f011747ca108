/** What a folder shows, and where it is: the state behind the table, the breadcrumb and the dialogs. */
import type { Document } from '@kontor/contract/nouns/document';
import { useMemo } from 'react';
import { useLanguage } from '../../../platform/text/locale.ts';
import type { Sort } from '../../../ui/list/sort.ts';
import type { Place } from '../actions.ts';
import { useDocumentsOf } from '../queries.ts';
import type { Root } from '../root.ts';
import { childrenOf, taskDocumentsOf, taskDocumentsPath, wayTo } from '../tree.ts';
import { arranged } from './arrange.ts';

export interface Folder {
  /** Undefined at the top. */
  id: string | undefined;
  /** The virtual folder of task documents: nothing is put into it here. */
  isTaskDocuments: boolean;
  /** Somebody deleted it, or the address is wrong. */
  isGone: boolean;
  /** Folders on the way, outermost first, this one last. */
  way: Document[];
  /** Folders first, in the order of the table. */
  content: Document[];
  /** Every document of the root. */
  all: readonly Document[];
  /** Where new things go. */
  place: Place;
}

/** The folder that a path of ids names; its last id counts. */
export function useFolder({ scopeId, customerId }: Root, path: string | undefined, sort: Sort): Folder {
  const all = useDocumentsOf({ scopeId, customerId });
  const language = useLanguage();
  const last = path?.split('/').filter(Boolean).at(-1);
  return useMemo(() => {
    const isTaskDocuments = last === taskDocumentsPath;
    const id = isTaskDocuments ? undefined : last;
    const way = id ? wayTo(new Map(all.map((document) => [document.id, document])), id) : [];
    const content = isTaskDocuments ? taskDocumentsOf(all) : childrenOf(all, id);
    return {
      id,
      isTaskDocuments,
      isGone: way === undefined,
      way: way ?? [],
      content: arranged(content, language, sort),
      all,
      place: { scopeId, customerId, parentId: id },
    };
  }, [all, last, scopeId, customerId, language, sort]);
}

/** The path of a folder in the address: the ids on the way, outermost first. */
export const pathOf = (way: readonly Pick<Document, 'id'>[]): string => way.map(({ id }) => id).join('/');
