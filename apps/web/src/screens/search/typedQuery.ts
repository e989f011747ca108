/** Reads what somebody types into a search: words, and filters such as `in:Website`, in English and German. */
import { tagOf } from '@kontor/client/searching/searchedDocument';
import { addDays } from '@kontor/contract/time/day';
import { matcher } from '@kontor/search/marks';
import type { Query } from '@kontor/search/query';
import { parseDay } from '../../platform/text/parseDay.ts';

/** The kinds of thing that a search shows apart, in that order, and the nouns in each. */
export const kinds = {
  projects: ['project'],
  documents: ['document'],
  tasks: ['task'],
  chat: ['message', 'room'],
  customers: ['customer', 'customerFile'],
  users: ['member', 'personnel'],
  comments: ['comment'],
  entries: ['timeEntry'],
} as const;
export type Kind = keyof typeof kinds;

/** Something with a name that a filter can mean. */
export interface Named {
  id: string;
  name: string;
}

export interface Lookups {
  /** Projects, customers and rooms. */
  places: readonly Named[];
  people: readonly Named[];
}

export type FilterKind = 'in' | 'from' | 'before' | 'after' | 'type';

export interface TypedFilter {
  kind: FilterKind;
  /** As it stands in what was typed. */
  raw: string;
  /** The things meant, a day, or a kind; none where nothing is called so. */
  values: readonly string[];
  /** The name to show: the first thing meant, or what was typed. */
  name: string;
}

export interface TypedQuery {
  /** The words. */
  text: string;
  filters: readonly TypedFilter[];
}

const filterWords: Readonly<Record<string, FilterKind>> = {
  in: 'in',
  from: 'from',
  von: 'from',
  before: 'before',
  vor: 'before',
  after: 'after',
  nach: 'after',
  seit: 'after',
  type: 'type',
  typ: 'type',
  art: 'type',
};

const kindWords: Readonly<Record<Kind, readonly string[]>> = {
  projects: ['projects', 'projekte'],
  tasks: ['tasks', 'aufgaben'],
  documents: ['documents', 'files', 'dokumente', 'dateien'],
  comments: ['comments', 'kommentare'],
  entries: ['entries', 'hours', 'times', 'einträge', 'stunden', 'zeiten', 'zeiteinträge'],
  chat: ['chat', 'messages', 'rooms', 'nachrichten', 'räume'],
  customers: ['customers', 'kunden'],
  users: ['users', 'people', 'benutzer', 'personen'],
};

const filterPattern = new RegExp(`(?<=^|\\s)(${Object.keys(filterWords).join('|')}):("[^"]*"?|\\S*)`, 'giu');

/** Returns the words and the filters of a query. Where several are called alike, a filter means them all. */
export function readQuery(typed: string, lookups: Lookups): TypedQuery {
  const filters: TypedFilter[] = [];
  const text = typed.replace(filterPattern, (raw: string, word: string, value: string) => {
    const kind = filterWords[word.toLowerCase()]!;
    const wanted = value.replaceAll('"', '').trim();
    // Nothing stands behind it yet.
    if (wanted !== '') filters.push({ kind, raw, ...meaningOf(kind, wanted, lookups) });
    return '';
  });
  return { text: text.replace(/\s+/g, ' ').trim(), filters };
}

function meaningOf(
  kind: FilterKind,
  wanted: string,
  { places, people }: Lookups,
): Pick<TypedFilter, 'values' | 'name'> {
  if (kind === 'type') {
    const asked = wanted.toLowerCase();
    const meant = (Object.keys(kinds) as Kind[]).filter((each) =>
      kindWords[each].some((word) => word.startsWith(asked) || asked.startsWith(word.slice(0, -1))),
    );
    return { values: meant, name: wanted };
  }
  if (kind === 'before' || kind === 'after') {
    const day = parseDay(wanted);
    return { values: day ? [day] : [], name: day ?? wanted };
  }
  const isMeant = matcher(wanted);
  const named = (kind === 'in' ? places : people).filter(({ id, name }) => id === wanted || isMeant(name));
  return { values: named.map(({ id }) => id), name: named[0]?.name ?? wanted };
}

/** Returns what the index is asked for; `kindsShown`: the kinds that this person sees. */
export function indexQuery({ text, filters }: TypedQuery, kindsShown: readonly Kind[]): Query {
  const tagged: string[][] = [];
  let asked = kindsShown;
  let [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { kind, values } of filters) {
    if (kind === 'type') asked = asked.filter((each) => values.includes(each));
    else if (kind === 'in')
      tagged.push(
        values.flatMap((id) => [tagOf('scopeId', id), tagOf('customerId', id), tagOf('projectId', id)]),
      );
    else if (kind === 'from') tagged.push(values.map((id) => tagOf('from', id)));
    // What names no day finds nothing, as what names no person does.
    else if (values.length === 0) tagged.push([]);
    else if (kind === 'before') to = Math.min(to, startOf(values[0]!));
    else from = Math.max(from, startOf(addDays(values[0]!, 1)));
  }
  const groups = asked.flatMap((kind) => kinds[kind]).map((noun) => tagOf('noun', noun));
  return {
    text,
    tagged: [...tagged, groups],
    from,
    to,
    groups,
    behind: [tagOf('archivedAt', 'true'), tagOf('status', 'DONE')],
  };
}

/** The first moment of a day where this person is. */
const startOf = (day: string): number => new Date(`${day}T00:00:00`).getTime();

/** Returns a filter as it is typed. */
export const typedFilter = (word: string, value: string): string =>
  `${word}:${/\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;

/** Returns what was typed without a filter, or with it where it was not there. */
export function toggleFilter(typed: string, { raw }: Pick<TypedFilter, 'raw'>): string {
  const without = typed.split(raw).join('').replace(/\s+/g, ' ').trim();
  return typed.includes(raw) ? without : `${typed.trim()} ${raw}`.trim();
}
