import { expect, it } from 'vitest';
import { scopesAt, scopesBefore } from './scopesAt.ts';

interface Here {
  scopes: Record<string, string>;
  heads?: boolean;
}

const projects = [
  { id: 'P', customerId: 'A' },
  { id: 'Q', customerId: undefined },
];
const hours = [
  { id: 'H-me', userId: 'me' },
  { id: 'H-ben', userId: 'ben' },
];

/** Returns the scopes that a page waits for where these are known; `hours` of those whose scope is. */
const at = (address: string, { scopes, heads = true }: Here) => {
  const url = new URL(address, 'https://kontor.test');
  const records = {
    collections: {
      project: {
        get: (id: string) => projects.find((each) => each.id === id),
        where: (_: string, key: string) => projects.filter(({ customerId }) => customerId === key),
      },
      workingTime: {
        where: (_: string, key: string) => hours.filter(({ id, userId }) => userId === key && id in scopes),
      },
    },
    scopes: { get: () => new Map(Object.entries(scopes).map(([id, kind]) => [id, { id, kind }])) },
    loaded: { get: () => ({ scopes: new Set(), heads, isComplete: false }) },
  };
  const search = Object.fromEntries(url.searchParams);
  return scopesAt({ pathname: url.pathname, search }, { records, userId: 'me' } as never);
};

const firm = { S: 'staff', X: 'admins' };

it('waits on a project’s page for what its customer sees, as soon as it is known whose it is', () => {
  const path = '/w/projects/P/files';
  expect(at(path, { scopes: { P: 'project', A: 'customer' } })).toEqual(['P', 'A']);
  expect(at('/w/projects/Q', { scopes: { Q: 'project', A: 'customer' } })).toEqual(['Q']);
  // A customer who is not here any more is not waited for.
  expect(at(path, { scopes: { P: 'project' } })).toEqual(['P']);
  expect(at('/w/projects/other', { scopes: { P: 'project', A: 'customer' } })).toEqual(['other']);
});

it.each([
  ['/w', ['S', 'X', 'H-me']],
  ['/w/tasks', ['S', 'H-me']],
  ['/w/projects', ['S']],
  ['/w/chat', ['S']],
  ['/w/chat/R', ['R', 'S']],
  ['/w/customers', ['S', 'X']],
  ['/w/customers/A', ['A', 'S', 'X']],
  ['/w/customers/A/documents/F', ['A', 'S', 'X']],
  ['/w/customers/A/tasks', ['A', 'S', 'X', 'P']],
  ['/w/time', ['S', 'H-me']],
  ['/w/settings/business-data', ['S', 'X']],
])('waits at %s for what it shows, and for the names of people', (path, waited) => {
  expect(at(path, { scopes: { ...firm, 'H-me': 'hours', 'H-ben': 'hours' } })).toEqual(waited);
});

it('waits for no scope of which nothing is known', () => {
  expect(at('/w', { scopes: firm })).toEqual(['S', 'X']);
  expect(at('/w/time', { scopes: firm })).toEqual(['S']);
  // An employee has nothing of the admins.
  expect(at('/w/customers/A/documents', { scopes: { S: 'staff' } })).toEqual(['A', 'S']);
});

it('waits for everything where it shows what lies in many scopes, or nobody knows yet in which', () => {
  for (const path of [
    '/w/signatures',
    '/w/notifications',
    '/w/time/export',
    '/w/time?person=ben',
    '/w/settings/users',
    '/w/search',
  ])
    expect(at(path, { scopes: firm })).toBeUndefined();
  expect(at('/w/customers/A/tasks', { scopes: firm, heads: false })).toBeUndefined();
  for (const path of ['/w', '/w/chat/R', '/w/dashboard/project'])
    expect(at(path, { scopes: { A: 'customer' } })).toBeUndefined();
});

it('tells from an address what to ask for before anything is here', () => {
  const before = (pathname: string) => scopesBefore({ pathname, search: {} });
  expect(['/w/projects/P/tasks', '/w/customers/A', '/w/chat/R'].map(before)).toEqual([['P'], ['A'], ['R']]);
  expect(['/w', '/w/projects', '/w/time', '/w/signatures/X'].map(before)).toEqual([[], [], [], []]);
});
