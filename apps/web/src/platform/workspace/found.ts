/** Asks the search over everything for records of one noun: lists find by the texts, the typos and the word parts that it knows. */
import { hasEveryRecord, type SearchProgress } from '@kontor/client/searching/search';
import { damagedWords, tagOf } from '@kontor/client/searching/searchedDocument';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { useEffect, useMemo, useState } from 'react';
import { followSearch } from './followSearch.ts';
import { useSearchProgress } from './searchProgress.ts';

/** A list shows all that was found. */
const limit = Number.POSITIVE_INFINITY;
const none: ReadonlySet<string> = new Set();

/** Records that a search field finds. */
export interface Found {
  ids: ReadonlySet<string>;
  /** True if no record is missing: the search has answered, and has every record. */
  isWhole: boolean;
  /** True if the search did not answer the text. */
  hasFailed: boolean;
  /** Progress of the index; undefined while nothing is looked for, or the search is not open yet. */
  progress: SearchProgress | undefined;
}

/**
 * Returns the records of a noun, or of some, in one scope where it is named, that have all words of a text; none while it is empty,
 * or not answered yet. Pass the same array as long as it names the same nouns.
 */
export function useFound(noun: EntityName | readonly EntityName[], text: string, scopeId?: string): Found {
  const [answer, setAnswer] = useState({ text: '', ids: none, hasFailed: false });
  useEffect(() => {
    if (!text) return;
    const nouns = [noun].flat().map((each) => tagOf('noun', each));
    const scope = scopeId === undefined ? [] : [[tagOf('scopeId', scopeId)]];
    const query = { text, tagged: [nouns, ...scope], limit };
    return followSearch(
      async (search, isWanted) => {
        const { groups } = await search.query(query);
        const ids = new Set(groups.flatMap(({ hits }) => hits.map(({ key }) => key)));
        if (isWanted()) setAnswer({ text, ids, hasFailed: false });
      },
      () => setAnswer((before) => ({ text, ids: before.text === text ? before.ids : none, hasFailed: true })),
    );
  }, [noun, text, scopeId]);
  // Of another text it would open what nobody asked for.
  const isAnswered = text !== '' && answer.text === text;
  const ids = isAnswered ? answer.ids : none;
  const hasFailed = isAnswered && answer.hasFailed;
  const progress = useSearchProgress(isAnswered, text !== '');
  const isWhole = isAnswered && !hasFailed && progress !== undefined && hasEveryRecord(progress);
  return useMemo(() => ({ ids, isWhole, hasFailed, progress }), [ids, isWhole, hasFailed, progress]);
}

/** Tells whether the words of a record's file turned out to be damaged when the search read them. */
export function useHasDamagedWords(id: string): boolean {
  const [isDamaged, setDamaged] = useState(false);
  useEffect(
    () =>
      followSearch(async (search, isWanted) => {
        const query = { text: '', tagged: [[damagedWords]], limit };
        const { groups } = await search.query(query);
        if (isWanted()) setDamaged(groups.some(({ hits }) => hits.some(({ key }) => key === id)));
      }),
    [id],
  );
  return isDamaged;
}
