import type { View } from '@kontor/client/replica/view';
import type { Document } from '@kontor/contract/nouns/document';
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { FolderStep, Share } from '@kontor/contract/nouns/share';
import { useMemo } from 'react';
import { arrangedBy } from '../../features/document/explorer/arrange.ts';
import { documentOf, folderOf, levelOf } from '../../features/document/share/tree.ts';
import { matches } from '../../platform/text/matches.ts';
import { type Found, useFound } from '../../platform/workspace/found.ts';
import { fixedView } from '../../ui/list/fixedView.ts';
import type { SharedProject } from './sharedProject.ts';

/** Those who work here find a shared file by what is in it, too. */
const searched: readonly EntityName[] = ['share', 'document'];

interface SharedRows {
  /** The folders down to this one, outermost first. */
  ancestors: readonly FolderStep[];
  /** Nothing is shared there (any more). */
  isGone: boolean;
  rows: View<Document>;
  /** The text that is looked for, in all folders; empty where none is, or it is not answered yet. */
  search: string;
  found: Found;
  /** By the ids of their documents, where something is looked for. */
  hits: ReadonlyMap<string, Share>;
}

interface SharedRowsOptions {
  shares: readonly Share[];
  projects: readonly SharedProject[];
  /** The ids of the folders down to it, separated by slashes. */
  path: string;
  sortedBy: string;
  isDescending: boolean;
  text: string;
}

/** Returns what stands in a folder of shared documents or, with a text, what of them has its words. */
export function useSharedRows(options: SharedRowsOptions): SharedRows {
  const { shares, projects, path, sortedBy, isDescending, text } = options;
  const found = useFound(searched, text);
  const search = found.isPending ? '' : text;
  const hits = useMemo(() => {
    const isHit = ({ id, documentId, name }: Share) =>
      found.ids.has(id) || found.ids.has(documentId) || (found.mayLack && matches(name, search));
    const all = search ? [shares, ...projects.map((project) => project.shares)].flat() : [];
    return new Map(all.filter(isHit).map((share) => [share.documentId, share]));
  }, [shares, projects, search, found.ids, found.mayLack]);
  const { ancestors, isGone, rows } = useMemo(() => {
    const level = levelOf(shares, path.split('/').filter(Boolean));
    const asFolders = path === '' ? projects.map((project) => folderOf(project.shares[0]!, project)) : [];
    const content = search ? [...hits.values()].map(documentOf) : [...asFolders, ...level.content];
    content.sort(arrangedBy({ key: sortedBy, isDescending }));
    return { ...level, rows: fixedView(content, ({ id }) => id) };
  }, [shares, projects, path, search, hits, sortedBy, isDescending]);
  return { ancestors, isGone, rows, search, found, hits };
}
