import type { RefField } from '@kontor/contract/entity/ref';
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { writeCsv } from '@kontor/table/csv';
import { afterAll, expect, it, vi } from 'vitest';
import { archiveLists, type Listed } from './lists.ts';
import { archiveMessages } from './messages.ts';

vi.stubEnv('TZ', 'Europe/Vienna');
afterAll(() => {
  vi.unstubAllEnvs();
});

/** Returns a workspace of Ben, its owner, and of Cora, who has left. */
function workspace(collections: Record<string, object[]>): Listed {
  const none = { all: () => [] };
  const given = Object.entries(collections).map(([name, all]) => [name, { all: () => all }]);
  return {
    collections: new Proxy(Object.fromEntries(given), { get: (of, name) => of[name] ?? none }),
    log: { get: () => ({ members: new Map([['b', { role: 'ADMIN', isOwner: true }]]) }) },
  } as unknown as Listed;
}

const person = (userId: string, firstName: string, joinedAt = 0) => ({
  userId,
  firstName,
  lastName: 'Baum',
  email: `${userId}@example.org`,
  joinedAt,
});
const linesOf = async (records: Listed, title: string) => {
  const list = archiveLists(records).find((each) => each.title === title)!;
  return (await writeCsv(list, () => {}).text()).replace('\uFEFF', '').trim().split('\r\n');
};

it('dates what happened late in the evening by the clock of whoever takes it along', () => {
  const late = Date.parse('2026-07-14T22:30:00Z');
  const records = workspace({
    customer: [{ id: 'a', name: 'Adler', type: 'COMPANY', archivedAt: late }],
    member: [person('b', 'Ben', late)],
  });
  const lasts = archiveLists(records).map(({ rows }) => rows[0]?.cells.at(-1));
  expect(lasts.slice(0, 2)).toEqual(['2026-07-15', '2026-07-15']);
});

it('names whoever gave no whole name as the rest of the app does', async () => {
  const nobody = { ...person('d', ''), lastName: '' };
  const records = workspace({
    member: [person('b', ''), nobody],
    personnel: [{ userId: 'b' }, { userId: 'd' }],
  });
  const [, ...files] = await linesOf(records, 'Personnel files');
  expect(files.map((line) => line.split(';')[0])).toEqual(['Baum', 'd@example.org']);
});

it('lists what admins alone read, and the role of each person', async () => {
  const records = workspace({
    member: [person('b', 'Ben'), person('c', 'Cora')],
    project: [
      { id: 'p', name: 'Villa', memberIds: [], timeBudget: 90 },
      { id: 'q', name: 'Garage', memberIds: [] },
    ],
    personnel: [{ userId: 'c', iban: 'AT61', employmentType: 'part-time', confession: 'other' }],
    hourlyRate: [
      { rate: 9_050, from: '2026-01-01' },
      { rate: 8_000, projectId: 'p', userId: 'b' },
      { rate: 1, projectId: 'gone' },
    ],
    budget: [{ projectId: 'p', value: 100_000 }],
    business: [{ companyName: 'Haus; Ast', sector: 'trades', country: 'ch', currency: 'CHF' }],
  });
  expect(await linesOf(records, 'People')).toEqual([
    'First name;Last name;E-mail;Customer;Role;Since',
    'Ben;Baum;b@example.org;;Owner;1970-01-01',
    'Cora;Baum;c@example.org;;Left;1970-01-01',
  ]);
  const [head, file, ...more] = await linesOf(records, 'Personnel files');
  expect(more).toEqual([]);
  expect(head).toContain('Person;Job title;Bank account (IBAN)');
  expect(file).toBe('Cora Baum;;AT61;;;;Part-time;Other;');
  expect(await linesOf(records, 'Hourly rates')).toEqual([
    'Project;Person;From;Rate (CHF)',
    'Every project without a rate of its own;Everybody else;2026-01-01;90.50',
    'Villa;Ben Baum;;80.00',
    '?;Everybody else;;0.01',
  ]);
  expect(await linesOf(records, 'Budgets')).toEqual([
    'Project;Time budget (hours);Money budget (CHF)',
    'Villa;1.50;1000.00',
  ]);
  const [, firm] = await linesOf(records, 'Business data');
  expect(firm).toBe('"Haus; Ast";;;;;;;;;;;Trades;Switzerland;CHF');
});

it('lists hours as they were worked, by the clock of where that was', async () => {
  const at = (time: string) => Date.parse(`2026-07-14T${time}Z`);
  const place = { isBillable: true, projectName: 'Villa', taskTitle: 'Stairs' };
  const records = workspace({
    member: [person('b', 'Ben')],
    workingTime: [{ id: 's', userId: 'b' }],
    timeEntry: [
      {
        ...place,
        scopeId: 's',
        zone: 'Europe/Vienna',
        description: 'oak',
        segments: [
          { from: at('20:00:00'), to: at('21:00:00') },
          { from: at('22:00:00'), to: at('22:30:00') },
        ],
      },
      { ...place, isBillable: false, scopeId: 'gone', segments: [{ from: at('23:00:00') }] },
    ],
  });
  expect(await linesOf(records, 'Hours')).toEqual([
    'Person;Date;Start;End;Time zone;Hours;Billable;Project;Task;Description',
    '?;2026-07-14;23:00;;UTC;0.00;no;Villa;Stairs;',
    'Ben Baum;2026-07-14;22:00;2026-07-15 0:30;Europe/Vienna;1.50;yes;Villa;Stairs;oak',
  ]);
});

it('lists the nouns that say so, and no others', () => {
  const read = new Set<string>();
  const none = { all: () => [] };
  const collections = new Proxy({}, { get: (_, name) => read.add(String(name)) && none });
  archiveLists({ ...workspace({}), collections } as unknown as Listed);
  const listed = entityNames.filter((name) => entityOf(name).isInArchive);
  // Read for the names in the lists: of people, of the customers that they are users of, and of whose hours those are.
  const helping = ['customerUser', 'member', 'workingTime'];
  expect([...read].filter((name) => !helping.includes(name)).sort()).toEqual([...listed].sort());
});

/** The words in which people are told of each noun without a list; none where nobody misses it. */
const denied: Record<string, string | undefined> = {
  month: 'closed months',
  monthConfirmation: 'closed months',
  monthAddendum: 'closed months',
  absence: 'absences',
  workingTime: 'working times',
  signing: 'signed documents',
  signingAnswer: 'their proof',
  room: 'chats',
  message: 'chats',
  reaction: 'chats',
  comment: 'comments',
  taskEdit: 'the history of tasks',
  link: 'links',
  fileVersion: 'earlier versions',
  trashEntry: 'the trash',
  // As files, in folders.
  document: undefined,
  lease: undefined,
  signingOpening: undefined,
  signingReminder: undefined,
  exportTemplate: undefined,
  invoicedHours: undefined,
};

it('says of what is not in it that it is not, as far as people miss it', () => {
  expect(entityNames.filter((name) => entityOf(name).isInArchive === false).sort()).toEqual(
    Object.keys(denied).sort(),
  );
  for (const words of Object.values(denied)) expect(archiveMessages.t('whatIsNot')).toContain(words ?? '');
});

it('lists no noun with files: those are packed beside the documents, by `takeAlong.tsx`', () => {
  const hasFiles = (name: EntityName) =>
    Object.values<RefField<unknown>>(entityOf(name).refs).some(({ kind }) => kind === 'blobs');
  expect(entityNames.filter((name) => entityOf(name).isInArchive && hasFiles(name))).toEqual([]);
  expect(hasFiles('document')).toBe(true);
});
