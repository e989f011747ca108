/** Asks the search over everything for records of one noun: lists find by the texts, the typos and the word parts that it knows. */
import { hasEveryRecord, type SearchProgress } from '@kontor/client/searching/search';
import { damagedWords, tagOf } from '@kontor/client/searching/searchedDocument';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { useEffect, useMemo, useState } from 'react';
import { followSearch } from './followSearch.ts';
import { useSearchProgress } from './searchProgress.ts';
import { useWorkspace } from './workspace.ts';

const none: ReadonlySet<string> = new Set();
/** ms after which a list no longer waits for an answer. */
const patience = 300;

/** Records that a search field finds. */
export interface Found {
  /** The newest answer: to the text before, while there is none to this one, so that nothing flickers. */
  ids: ReadonlySet<string>;
  /** True while nothing was answered, and that is worth waiting for: the list stays as it was. */
  isPending: boolean;
  /** True while what shows is not of this text: Enter would open what nobody asked for. */
  isStale: boolean;
  /** True if records may be missing that the device has: these are looked for by name, which takes long where they are many. */
  mayLack: boolean;
  /** True if no record is missing: the search has answered, and has every record. */
  isWhole: boolean;
  /** True if the search did not answer the newest text that it was asked for. */
  hasFailed: boolean;
  /** Progress of the index; undefined while nothing is looked for, or the search is not open yet. */
  progress: SearchProgress | undefined;
}

interface Answer {
  /** Workspace, nouns and tag in which it was looked for. */
  records?: unknown;
  noun?: unknown;
  within?: string | undefined;
  text: string;
  ids: ReadonlySet<string>;
  hasFailed: boolean;
}

const noAnswer: Answer = { text: '', ids: none, hasFailed: false };

/**
 * Returns the records of a noun, or of some, that have all words of a text; none while it is empty, or the first text of a field is
 * not answered yet. Pass the same array as long as it names the same nouns.
 * @param within a tag (`tagOf`) that all of them have: that of the scope, or whatever else a list shows the records of
 */
export function useFound(noun: EntityName | readonly EntityName[], text: string, within?: string): Found {
  const { records } = useWorkspace();
  const [answer, setAnswer] = useState(noAnswer);
  useEffect(() => {
    if (!text) return setAnswer(noAnswer);
    const nouns = [noun].flat().map((each) => tagOf('noun', each));
    const query = { text, tagged: within === undefined ? [nouns] : [nouns, [within]] };
    const asked = { records, noun, within, text };
    return followSearch(
      async (search, isWanted) => {
        const ids = new Set(await search.keys(query));
        if (isWanted()) setAnswer({ ...asked, ids, hasFailed: false });
      },
      () =>
        setAnswer((before) => ({
          ...asked,
          ids: isOfPlace(before, asked) && before.text === text ? before.ids : none,
          hasFailed: true,
        })),
    );
  }, [records, noun, text, within]);
  const known = text !== '' && isOfPlace(answer, { records, noun, within }) ? answer : noAnswer;
  const { ids, hasFailed } = known;
  const isAnswered = known !== noAnswer && known.text === text;
  const progress = useSearchProgress(isAnswered, text !== '');
  const isLate = useIsLate(text) && !isAnswered;
  const hasEvery = progress !== undefined && hasEveryRecord(progress);
  const isWhole = isAnswered && !hasFailed && hasEvery;
  const mayLack = hasFailed || isLate || (progress !== undefined && !hasEvery);
  const isPending = text !== '' && known === noAnswer && !mayLack;
  const isStale = isPending || (!isAnswered && ids.size > 0);
  return useMemo(
    () => ({ ids, isPending, isStale, isWhole, mayLack, hasFailed, progress }),
    [ids, isPending, isStale, isWhole, mayLack, hasFailed, progress],
  );
}

/** Tells whether a text has stood for longer than an answer should take. */
function useIsLate(text: string): boolean {
  const [late, setLate] = useState('');
  useEffect(() => {
    setLate('');
    if (!text) return;
    const timer = setTimeout(() => setLate(text), patience);
    return () => clearTimeout(timer);
  }, [text]);
  return text !== '' && late === text;
}

type Place = Pick<Answer, 'records' | 'noun' | 'within'>;

const isOfPlace = (answer: Place, { records, noun, within }: Place): boolean =>
  answer.records === records && answer.noun === noun && answer.within === within;

/** Tells whether the words of a record's file turned out to be damaged when the search read them. */
export function useHasDamagedWords(id: string): boolean {
  const [isDamaged, setDamaged] = useState(false);
  useEffect(
    () =>
      followSearch(async (search, isWanted) => {
        const damaged = await search.keys({ text: '', tagged: [[damagedWords]] });
        if (isWanted()) setDamaged(damaged.includes(id));
      }),
    [id],
  );
  return isDamaged;
}
