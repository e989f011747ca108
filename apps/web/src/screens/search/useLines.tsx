/** Makes lines that show and open records of the hits of a search. */
import { wordedFiles } from '@kontor/client/nouns/document';
import { searchedDocument, tagOf } from '@kontor/client/searching/searchedDocument';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { exactLevels, levels } from '@kontor/search/evaluate';
import { snippetOf } from '@kontor/search/marks';
import type { Hit, Result } from '@kontor/search/query';
import { useMay } from '../../platform/workspace/entitlement.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { groupsOf } from './groups.ts';
import { allKinds, type Kind } from './kinds.ts';
import { type Line, useLineOf } from './makers.tsx';
import { isInOneRoom, type Lookups, type TypedQuery } from './typedQuery.ts';

export interface LineGroup {
  kind: Kind;
  /** Hits, those that are not shown included. */
  count: number;
  lines: Line[];
}

const none: readonly Kind[] = [];
const ofRoom: readonly Kind[] = ['chat'];

/**
 * Returns the kinds that are searched. Where the plan has no search, those in the one room that a query names, which is part
 * of the chat; none elsewhere, which leaves the commands.
 */
export function useKinds(query: TypedQuery, lookups: Lookups): readonly Kind[] {
  if (useMay('search')) return allKinds;
  return isInOneRoom(query, lookups) ? ofRoom : none;
}

/** Returns a function that makes groups of lines of some kinds of a result, the best first; what is not there any more is left out. */
export function useLines(
  workspace: string,
  lookups: Lookups,
  shown: readonly Kind[],
): (result: Result, text: string, limit: number) => LineGroup[] {
  const lineOf = useLineOf(workspace, lookups);
  return (result, text, limit) =>
    groupsOf(result, shown, {
      lineOf: (noun, hit) => {
        const id = shownId(noun, hit.key);
        const line = id === undefined ? undefined : lineOf(noun, id);
        return line && { ...line, id: id!, noun, hit };
      },
      isBehind: (noun, hit) => isArchived(noun, hit.key, lookups),
    }).map(({ kind, count, lines }) => ({
      kind,
      count,
      lines: lines.slice(0, limit).map(({ noun, hit, ...line }) => ({
        ...line,
        withTypos: isWithTypos(hit),
        ...reasonOf(noun, hit, text, line.label),
      })),
    }));
}

/** Returns the id of what is shown for a record: files stand for whom they are about. */
function shownId(noun: EntityName, id: string): string | undefined {
  const { collections } = currentWorkspace().records;
  if (noun === 'customerFile') return collections.customerFile.get(id)?.customerId;
  if (noun === 'personnel') return collections.personnel.get(id)?.userId;
  if (noun === 'member') return collections.member.get(id)?.userId;
  return id;
}

/** Tells whether a record is archived or lies in what is: such are behind the others of their level. */
function isArchived(noun: EntityName, id: string, { archived }: Lookups): boolean {
  const record = currentWorkspace().records.collections[noun].get(id) as
    | { archivedAt?: number; scopeId?: string; customerId?: string; projectId?: string }
    | undefined;
  const places = [record?.scopeId, record?.customerId, record?.projectId];
  return (
    record?.archivedAt !== undefined || places.some((place) => archived.has(tagOf('scopeId', place ?? '')))
  );
}

const isWithTypos = ({ level }: Hit): boolean => level >= exactLevels;

/** Returns what shows why a record was found, where its line does not: a part of its texts, or files to read that of. */
function reasonOf(noun: EntityName, hit: Hit, text: string, label: string): Pick<Line, 'snippet' | 'worded'> {
  const record = currentWorkspace().records.collections[noun].get(hit.key);
  const isInName = noun !== 'customerFile' && levels[hit.level]?.startsWith('title');
  if (!record || text === '' || isInName || noun === 'member') return {};
  const { title, body } = searchedDocument(noun, record as never);
  const partOf = (whole: string) => snippetOf(whole, text, isWithTypos(hit));
  const snippet = partOf(body) ?? (noun === 'customerFile' ? partOf(title) : undefined);
  if (snippet === undefined) return { worded: wordedFiles(record as never) };
  return snippet === label ? {} : { snippet };
}
