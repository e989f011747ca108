/** Reads what somebody types into a search: words, and filters such as `in:Website`, in English and German. */
import { tagOf } from '@kontor/client/searching/searchedDocument';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import { addDays } from '@kontor/contract/time/day';
import { startOfOwnDay } from '@kontor/contract/time/zone';
import { fold, queryWords } from '@kontor/search/fold';
import { matcher } from '@kontor/search/marks';
import type { Query } from '@kontor/search/query';
import { dayOfPeriod, parseDay } from '../../platform/text/parseDay.ts';
import { allKinds, type Kind, kinds } from './kinds.ts';
import type { SearchPlace } from './places.ts';

/** Something with a name that a filter can mean. */
export interface Named {
  id: string;
  name: string;
}

export interface Lookups {
  /** Projects, customers and rooms. */
  places: readonly SearchPlace[];
  people: readonly Named[];
  /** The user who searches. */
  me: string;
  /** The tags of what lies in archived places. */
  archived: ReadonlySet<string>;
}

export type FilterKind = 'in' | 'from' | 'before' | 'after' | 'since' | 'type';

export interface TypedFilter {
  kind: FilterKind;
  /** As it stands in what was typed, and where. */
  raw: string;
  at: number;
  /** The things meant, a day, or a kind; none where nothing is called so. */
  values: readonly string[];
  /** The name to show: that of the one thing meant, or what was typed. */
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
  since: 'since',
  seit: 'since',
  type: 'type',
  typ: 'type',
  art: 'type',
};

const selfWords = ['me', 'mir', 'ich'];

const kindWords: Readonly<Record<Kind, readonly string[]>> = {
  projects: ['projects', 'projekte'],
  tasks: ['tasks', 'aufgaben'],
  documents: ['documents', 'files', 'folders', 'dokumente', 'dateien', 'ordner'],
  comments: ['comments', 'kommentare'],
  entries: [
    'entries',
    'hours',
    'times',
    'absences',
    'einträge',
    'stunden',
    'zeiten',
    'zeiteinträge',
    'abwesenheiten',
  ],
  chat: ['chat', 'messages', 'rooms', 'nachrichten', 'räume'],
  customers: ['customers', 'kunden'],
  users: ['users', 'people', 'benutzer', 'personen'],
};

const beginning = `(?<=^|\\s)(?:${Object.keys(filterWords).join('|')}):`;
/** A filter and its value, which may stand behind a gap as long as it is no filter itself. */
const filterPattern = new RegExp(`(${beginning})(?:\\s+(?!${beginning}))?("[^"]*"?|\\S*)`, 'giu');

/** Returns what stands behind the word of a filter, without quotation marks. */
const wantedOf = (value: string): string => value.replaceAll('"', '').trim();

/** Returns the words and the filters of a query. Where several are called alike, a filter means them all. */
export function readQuery(typed: string, lookups: Lookups): TypedQuery {
  const filters: TypedFilter[] = [];
  const text = typed.replace(filterPattern, (raw: string, begun: string, value: string, at: number) => {
    const kind = filterWords[begun.slice(0, -1).toLowerCase()]!;
    const wanted = wantedOf(value);
    // Nothing stands behind it yet.
    if (wanted !== '') filters.push({ kind, raw, at, ...meaningOf(kind, wanted, lookups) });
    return '';
  });
  return { text: text.replace(/\s+/g, ' ').trim(), filters };
}

/** Tells whether a query asks for what lies in a single room. */
export function isInOneRoom({ filters }: TypedQuery, { places }: Pick<Lookups, 'places'>): boolean {
  const asked = filters.filter(({ kind }) => kind === 'in').map(({ values }) => values);
  const isRoom = (id: string | undefined) => places.some((place) => place.id === id && place.isRoom);
  return asked.some(([id, ...others]) => others.length === 0 && isRoom(id));
}

/** A filter that is still being typed. */
export interface OpenFilter {
  kind: FilterKind;
  /** Its word as it was typed, and where it stands. */
  word: string;
  at: number;
  /** The beginning of its value, without quotation marks. */
  begun: string;
}

/** Returns the filter that a query ends with, as long as what stands behind its word is no whole name. */
export function openFilter(typed: string, lookups: Lookups): OpenFilter | undefined {
  const last = [...typed.matchAll(filterPattern)].at(-1);
  if (!last || last.index + last[0].length < typed.length) return undefined;
  const [, begun, value] = last as unknown as [string, string, string];
  const word = begun.slice(0, -1);
  const kind = filterWords[word.toLowerCase()]!;
  const wanted = wantedOf(value);
  const { values, name } = meaningOf(kind, wanted, lookups);
  const isWhole = values.length === 1 && (values[0] === wanted || plain(name) === plain(wanted));
  return isWhole || /^".*"$/.test(value) ? undefined : { kind, word, at: last.index, begun: wanted };
}

function meaningOf(kind: FilterKind, wanted: string, lookups: Lookups): Pick<TypedFilter, 'values' | 'name'> {
  if (kind === 'type') {
    const asked = queryWords(wanted)[0] ?? [];
    const isMeant = (word: string) =>
      asked.some((each) => word.startsWith(each) || each.startsWith(word.slice(0, -1)));
    const meant = allKinds.filter((each) => kindWords[each].map(fold).some(isMeant));
    return { values: meant, name: wanted };
  }
  if (kind !== 'in' && kind !== 'from') {
    // What is looked for was there already.
    const edge = kind === 'after' ? 'last' : 'first';
    const day = parseDay(wanted, undefined, undefined, 'past') ?? dayOfPeriod(wanted, edge);
    return { values: day ? [day] : [], name: day ?? wanted };
  }
  const named = kind === 'in' ? meantBy(wanted, lookups.places) : peopleMeant(wanted, lookups);
  return { values: named.map(({ id }) => id), name: named.length === 1 ? named[0]!.name : wanted };
}

/** Returns the people who are called so; whoever asks, where they name themselves and nobody is called exactly that. */
function peopleMeant(wanted: string, { people, me }: Lookups): readonly Named[] {
  const isSelf =
    selfWords.includes(plain(wanted)) && !people.some(({ name }) => plain(name) === plain(wanted));
  return isSelf ? people.filter(({ id }) => id === me) : meantBy(wanted, people);
}

/** Returns those that are called exactly so, else those whose names have all of the words. */
function meantBy<N extends Named>(wanted: string, among: readonly N[]): readonly N[] {
  const exact = among.filter(({ id, name }) => id === wanted || plain(name) === plain(wanted));
  return exact.length > 0 ? exact : namedLike(wanted, among);
}

/** Returns those whose names have all of the words. */
export function namedLike<N extends Named>(wanted: string, among: readonly N[]): readonly N[] {
  const isMeant = matcher(wanted);
  // The sign of rooms.
  return among.filter(({ name }) => isMeant(name) && (!wanted.startsWith('#') || name.startsWith('#')));
}

/** Returns a name as filters compare it: those cannot hold quotation marks. */
const plain = (name: string): string => name.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase();

/** Returns what has to stand behind a filter's word to mean something. */
export function typedValue(kind: FilterKind, value: Named, { places, people }: Lookups): string {
  if (kind === 'type') return value.name.toLowerCase();
  if (kind === 'in' || kind === 'from') return valueFor(value, kind === 'in' ? places : people);
  return value.id;
}

/** Returns what a filter has to name to mean this one and no other: its name or, where others are called alike, its id. */
export const valueFor = ({ id, name }: Named, among: readonly Named[]): string =>
  meantBy(name.replaceAll('"', '').trim(), among).length === 1 ? name : id;

/** Lists what a person sees of what is indexed. */
export interface Shown {
  kinds: readonly Kind[];
  /** The customers that are shown, by id; undefined where all are. */
  customers?: readonly string[] | undefined;
}

/** Tells whether a noun's records all lie in customers' scopes. */
const isInCustomers = (noun: EntityName): boolean =>
  entityOf(noun).scopes.every((kind) => kind === 'customer');

/** Returns what the index is asked for. */
export function indexQuery(
  { text, filters }: TypedQuery,
  { places, archived }: Pick<Lookups, 'places' | 'archived'>,
  shown: Shown,
): Query {
  const tagged: string[][] = [];
  let asked = shown.kinds;
  let [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { kind, values } of filters) {
    if (kind === 'type') asked = asked.filter((each) => values.includes(each));
    else if (kind === 'in') tagged.push(places.flatMap(({ id, tags }) => (values.includes(id) ? tags : [])));
    else if (kind === 'from') tagged.push(values.map((id) => tagOf('from', id)));
    // What names no day finds nothing, as what names no person does.
    else if (values.length === 0) tagged.push([]);
    else if (kind === 'before') to = Math.min(to, startOfOwnDay(values[0]!));
    else from = Math.max(from, startOfOwnDay(kind === 'since' ? values[0]! : addDays(values[0]!, 1)));
  }
  const nouns = asked.flatMap((kind) => kinds[kind]);
  const groups = nouns.map((noun) => tagOf('noun', noun));
  const { customers } = shown;
  const isOfCustomers = (noun: EntityName) => customers !== undefined && isInCustomers(noun);
  const accepted = groups.filter((_, i) => !isOfCustomers(nouns[i]!));
  if (nouns.some(isOfCustomers)) accepted.push(...customers!.map((id) => tagOf('scopeId', id)));
  return {
    text,
    tagged: [...tagged, accepted],
    from,
    to,
    groups,
    behind: [tagOf('archivedAt', 'true'), tagOf('status', 'DONE'), ...archived],
  };
}

/** Returns a filter as it is typed. */
export const typedFilter = (word: string, value: string): string =>
  `${word}:${/\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;

/** Returns what was typed without one of its filters. */
export const withoutFilter = (typed: string, { at, raw }: Pick<TypedFilter, 'at' | 'raw'>): string =>
  `${typed.slice(0, at)} ${typed.slice(at + raw.length)}`.replace(/\s+/g, ' ').trim();

/** Returns what was typed with one filter more. */
export const withFilter = (typed: string, raw: string): string => `${typed.trim()} ${raw}`.trim();
