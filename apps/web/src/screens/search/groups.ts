/** Groups the hits of a search by kind, with as many as there really are. */
import { tagOf } from '@kontor/client/searching/searchedDocument';
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { Hit, Result } from '@kontor/search/query';
import { type Kind, kinds } from './kinds.ts';

interface Reading<L> {
  /** Returns a hit's line; undefined where there is nothing to show. */
  lineOf: (noun: EntityName, hit: Hit) => L | undefined;
  /** Tells whether a hit comes behind the others of its level. */
  isBehind: (noun: EntityName, hit: Hit) => boolean;
}

export interface KindGroup<L> {
  kind: Kind;
  /** Lines, and hits that were not asked for. */
  count: number;
  /** The best first; of hits that show the same the best one. */
  lines: L[];
}

/** Returns the groups of some kinds that have lines. */
export function groupsOf<L extends { id: string }>(
  result: Pick<Result, 'groups'>,
  shown: readonly Kind[],
  { lineOf, isBehind }: Reading<L>,
): KindGroup<L>[] {
  const groupOf = (noun: EntityName) => result.groups.find(({ tag }) => tag === tagOf('noun', noun));
  return shown.flatMap((kind) => {
    const found = kinds[kind].map((noun) => ({ noun, group: groupOf(noun) }));
    const hits = found
      .flatMap(({ noun, group }) => (group?.hits ?? []).map((hit) => ({ noun, hit })))
      .map((each) => ({ ...each, behind: found.length > 1 && isBehind(each.noun, each.hit) }));
    // Those of one noun are in their order.
    if (found.length > 1)
      hits.sort(
        (a, b) => a.hit.level - b.hit.level || Number(a.behind) - Number(b.behind) || b.hit.time - a.hit.time,
      );
    const lines = new Map<string, L>();
    for (const { noun, hit } of hits) {
      const line = lineOf(noun, hit);
      if (line && !lines.has(line.id)) lines.set(line.id, line);
    }
    const notAsked = found.reduce((sum, { group }) => sum + (group?.count ?? 0), 0) - hits.length;
    return lines.size > 0 ? [{ kind, count: lines.size + notAsked, lines: [...lines.values()] }] : [];
  });
}

/** Hits that are asked for of people and customers, who are counted by whom they show. */
export const mostPeople = 1_000;

/** Returns the groups of people and customers of which not all hits are there. */
export const cutShort = ({ groups }: Pick<Result, 'groups'>): string[] => {
  const nouns = [...kinds.customers, ...kinds.users].map((noun) => tagOf('noun', noun));
  return groups
    .filter(({ tag, count, hits }) => nouns.includes(tag) && hits.length < count)
    .map(({ tag }) => tag);
};
