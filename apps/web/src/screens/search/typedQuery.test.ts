import { describe, expect, it, vi } from 'vitest';
import { type Kind, kinds } from './kinds.ts';
import { archivedIn, placesOf } from './places.ts';
import {
  indexQuery,
  isInOneRoom,
  type Lookups,
  openFilter,
  readQuery,
  typedFilter,
  typedValue,
  valueFor,
  withFilter,
  withoutFilter,
} from './typedQuery.ts';

const room = (id: string, name: string, more = {}) => ({
  id,
  name,
  memberIds: [],
  isDirect: false,
  pinnedIds: [],
  createdAt: 0,
  scopeId: id,
  version: 1,
  updatedAt: 0,
  ...more,
});
const places = placesOf(
  {
    projects: [
      { id: 'p', name: 'Website', customerId: 'c' },
      { id: 'q', name: 'Website Relaunch' },
      { id: 'old', name: 'Umbau', archivedAt: 1 },
    ],
    customers: [
      { id: 'c', name: 'Praxis Dr. Lindemann' },
      { id: 'gone', name: 'Alder AG', archivedAt: 1 },
    ],
    rooms: [room('r', 'Website', { projectId: 'p' }), room('d', '', { isDirect: true })] as never,
  },
  ({ name, isDirect }) => (isDirect ? 'Ben Beck' : `#${name}`),
);
const lookups: Lookups = {
  places,
  people: [
    { id: 'u', name: 'Ada Müller' },
    { id: 'v', name: 'Ben Beck' },
    { id: 'w', name: 'Ben Beck' },
  ],
  me: 'w',
  archived: archivedIn(places),
};
const read = (typed: string) => readQuery(typed, lookups);
const meant = (typed: string) => read(typed).filters[0]!.values;
const asked = (typed: string, customers?: string[]) =>
  indexQuery(read(typed), lookups, { kinds: ['projects', 'tasks', 'customers', 'users'], customers });
const nounTags = (kind: Kind) => kinds[kind].map((noun) => `noun:${noun}`);
const tagsOf = (typed: string) => asked(typed).tagged![0]!;

it('tells words from filters, in both languages', () => {
  expect(read('rechnung in:"praxis dr" von:mueller mahnung')).toEqual({
    text: 'rechnung mahnung',
    filters: [
      { kind: 'in', raw: 'in:"praxis dr"', at: 9, values: ['c'], name: 'Praxis Dr. Lindemann' },
      { kind: 'from', raw: 'von:mueller', at: 24, values: ['u'], name: 'Ada Müller' },
    ],
  });
  expect(read('vor:12.3.2026 before:2026-03-13').filters.map(({ values }) => values)).toEqual([
    ['2026-03-12'],
    ['2026-03-13'],
  ]);
  expect(read('login:x 12:30 in: von:')).toEqual({ text: 'login:x 12:30', filters: [] });
});

it('takes the word behind a gap for the value of a filter, and no other filter', () => {
  const typed = 'dach von: Ada rechnung';
  const { text, filters } = read(typed);
  expect(text).toBe('dach rechnung');
  expect(filters).toEqual([{ kind: 'from', raw: 'von: Ada', at: 5, values: ['u'], name: 'Ada Müller' }]);
  expect(withoutFilter(typed, filters[0]!)).toBe('dach rechnung');
  expect(read('in:  von:  "ben beck"').filters.map(({ kind, values }) => [kind, values])).toEqual([
    ['from', ['v', 'w']],
  ]);
});

it('means days that were', () => {
  vi.setSystemTime(new Date(2027, 0, 6, 12));
  try {
    expect(meant('seit:montag')).toEqual(['2027-01-04']);
    expect(meant('seit:1.12.')).toEqual(['2026-12-01']);
    expect(read('before:2025 vor:november seit:"märz 2026"').filters.map(({ values }) => values)).toEqual([
      ...[['2025-01-01'], ['2026-11-01'], ['2026-03-01']],
    ]);
    expect(meant('nach:2025')).toEqual(['2025-12-31']);
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  ['type:tasks', 'tasks'],
  ['typ:aufg', 'tasks'],
  ['type:raum', 'chat'],
  ['art:Räume', 'chat'],
  ['typ:nachricht', 'chat'],
  ['typ:projekt', 'projects'],
  ['typ:datei', 'documents'],
  ['typ:ordner', 'documents'],
  ['typ:kommentar', 'comments'],
  ['typ:eintrag', 'entries'],
  ['typ:zeiteintraege', 'entries'],
  ['typ:raeume', 'chat'],
  ['type:"time entries"', 'entries'],
  ['typ:zeiteintrag', 'entries'],
  ['typ:stunde', 'entries'],
  ['typ:kunde', 'customers'],
  ['typ:person', 'users'],
  ['typ:benutzer', 'users'],
])('reads %s', (typed, kind) => {
  expect(meant(typed)).toEqual([kind]);
});

it.each(['from:me', 'von:mir', 'Von:Ich'])('means the person who asks by %s', (typed) => {
  expect(read(typed).filters[0]).toMatchObject({ values: ['w'], name: 'Ben Beck' });
  const called = [...lookups.people, { id: 'x', name: 'Me' }];
  expect(readQuery('from:me', { ...lookups, people: called }).filters[0]!.values).toEqual(['x']);
});

it('means what is called exactly so, else what has the words', () => {
  expect(meant('in:website')).toEqual(['p']);
  expect(meant('in:"Website Relaunch"')).toEqual(['q']);
  expect(meant('in:web')).toEqual(['p', 'q', 'r']);
  expect(meant('in:#website')).toEqual(['r']);
  expect(meant('in:#web')).toEqual(['r']);
  expect(meant('in:"ben beck"')).toEqual(['d']);
  expect(meant('in:q')).toEqual(['q']);
  expect(['in:lindemann', 'in:web'].map((typed) => read(typed).filters[0]!.name)).toEqual([
    ...['Praxis Dr. Lindemann', 'web'],
  ]);
});

it('names a thing so that no other is meant', () => {
  for (const place of places) expect(meant(typedFilter('in', valueFor(place, places)))).toEqual([place.id]);
  const values = lookups.people.map((person) => valueFor(person, lookups.people));
  expect(values).toEqual(['Ada Müller', 'v', 'w']);
});

it('finds in a customer what lies in their projects and these projects’ rooms', () => {
  expect(tagsOf('in:website')).toEqual(['scopeId:p', 'projectId:p', 'scopeId:r']);
  expect(tagsOf('in:lindemann')).toEqual([
    ...['scopeId:c', 'customerId:c'],
    ...['scopeId:p', 'projectId:p', 'scopeId:r'],
  ]);
  expect(tagsOf('in:#website')).toEqual(['scopeId:r']);
});

it('puts behind what lies in archived places', () => {
  expect(asked('x').behind).toEqual([
    ...['archivedAt:true', 'status:DONE'],
    ...['scopeId:old', 'projectId:old', 'scopeId:gone', 'customerId:gone'],
  ]);
});

describe('what the index is asked for', () => {
  it('is what is meant, and nothing where nothing is', () => {
    const { tagged, groups, from, to } = asked('x von:ada type:tasks vor:2026-03-12 nach:2026-03-01');
    expect(tagged).toEqual([['from:u'], nounTags('tasks')]);
    expect(groups).toEqual(nounTags('tasks'));
    expect([from, to]).toEqual([new Date(2026, 2, 2).getTime(), new Date(2026, 2, 12).getTime()]);
    expect(tagsOf('in:nowhere')).toEqual([]);
    expect(tagsOf('vor:irgendwann')).toEqual([]);
    expect(asked('type:chat').groups).toEqual([]);
  });

  it('has the day itself since a day', () => {
    for (const word of ['seit', 'since'])
      expect(asked(`${word}:2026-03-01`).from).toBe(new Date(2026, 2, 1).getTime());
  });

  it('leaves out customers that are not shown, and their people', () => {
    expect(asked('x', ['c']).tagged).toEqual([
      [
        ...[...nounTags('projects'), ...nounTags('tasks')],
        ...['noun:customerFile', 'noun:member', 'noun:personnel', 'scopeId:c'],
      ],
    ]);
    expect(asked('x', ['c']).groups).toContain('noun:customer');
    expect(asked('type:tasks', ['c']).tagged).toEqual([nounTags('tasks')]);
  });
});

it('tells the filter that is still being typed', () => {
  const begun = (typed: string) => openFilter(typed, lookups)?.begun;
  expect(openFilter('dach Von:be', lookups)).toEqual({ kind: 'from', word: 'Von', at: 5, begun: 'be' });
  expect(['in:', 'in: ', 'in:"praxis d', 'vor:', 'nach:mo', 'typ:'].map(begun)).toEqual([
    ...['', '', 'praxis d', '', 'mo', ''],
  ]);
  const whole = [
    'in:website',
    'in:web ',
    'in:"web"',
    'in:web dach',
    'seit:2026-03-01',
    'typ:aufgaben',
    'von:v',
  ];
  expect([...whole, 'dach', ''].map(begun)).toEqual(Array(9).fill(undefined));
});

it('says of what there is how a filter names it', () => {
  expect(typedValue('in', places[1]!, lookups)).toBe('Website Relaunch');
  expect(typedValue('from', lookups.people[1]!, lookups)).toBe('v');
  expect(typedValue('type', { id: 'tasks', name: 'Aufgaben' }, lookups)).toBe('aufgaben');
  expect(typedValue('since', { id: '2026-03-01', name: 'This month' }, lookups)).toBe('2026-03-01');
});

it('writes filters and takes out the one that stands there', () => {
  expect(typedFilter('in', 'Praxis Dr. Lindemann')).toBe('in:"Praxis Dr. Lindemann"');
  expect(withFilter('dach', 'type:tasks')).toBe('dach type:tasks');
  const typed = 'in:Website in:Web büro';
  const [website, web] = read(typed).filters;
  expect(withoutFilter(typed, web!)).toBe('in:Website büro');
  expect(withoutFilter(typed, website!)).toBe('in:Web büro');
});

it.each([
  ['in:#Website tiles', true],
  ['in:r tiles', true],
  ['in:d', true],
  ['in:Lindemann in:#Website tiles', true],
  ['tiles', false],
  ['in:Lindemann tiles', false],
  ['in:Website tiles', false],
  ['in: tiles', false],
])('tells whether “%s” asks for what lies in one room', (typed, isIt) =>
  expect(isInOneRoom(readQuery(typed, lookups), lookups)).toBe(isIt),
);
