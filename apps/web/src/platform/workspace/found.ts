/** Asks the search over everything for records of one noun: lists find by the texts, the typos and the word parts that it knows. */
import { damagedWords, tagOf } from '@kontor/client/searching/searchedDocument';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { useEffect, useState } from 'react';
import { followSearch } from './followSearch.ts';

/** A list shows all that was found. */
const limit = Number.POSITIVE_INFINITY;
const none: ReadonlySet<string> = new Set();

/**
 * Returns the ids of the records of a noun, in one scope where it is named, that have all words of a text; none while it is empty, or
 * not answered yet.
 */
export function useFound(noun: EntityName, text: string, scopeId?: string): ReadonlySet<string> {
  const [found, setFound] = useState({ text: '', ids: none });
  useEffect(() => {
    if (!text) return;
    const scope = scopeId === undefined ? [] : [[tagOf('scopeId', scopeId)]];
    const query = { text, tagged: [[tagOf('noun', noun)], ...scope], limit };
    // What cannot be searched is found by its name all the same.
    return followSearch(async (search, isWanted) => {
      const { groups } = await search.query(query);
      const ids = new Set(groups.flatMap(({ hits }) => hits.map(({ key }) => key)));
      if (isWanted()) setFound({ text, ids });
    });
  }, [noun, text, scopeId]);
  // Of another text it would open what nobody asked for.
  return text && found.text === text ? found.ids : none;
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
