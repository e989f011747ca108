// @vitest-environment happy-dom
/** Kept texts: each noun whose texts merge has a place that shows those that lost, groups of fields in words. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Conflict } from '@kontor/client/replica/conflict';
import type { Entity } from '@kontor/contract/entity/entity';
import { type EntityName, entities } from '@kontor/contract/nouns/entities';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { placeText, timesText } from '../../features/timeEntry/entryFields.ts';
import { toast } from '../../platform/toasts.tsx';
import type { NamedPerson } from '../person/people.tsx';
import { RecordConflicts } from './recordConflicts.tsx';

/** Returns the fields and groups of a noun that a person is asked about. Each content of a document is a version of its own. */
const unitsOf = ({ name, written, sealed, groups = {}, merge = {} }: Entity): string[] => {
  if (written !== 'people') return [];
  const grouped = new Set(Object.values(groups).flat());
  const asked = ['text', 'richText', 'day', 'number', 'oneOf'];
  const fields = Object.entries(sealed).filter(
    ([key, { kind }]) => asked.includes(kind) && !grouped.has(key),
  );
  const isContent = (unit: string) => name === 'document' && unit === 'file';
  return [...fields.map(([key]) => key), ...Object.keys(groups)].filter(
    (unit) => ['text', 'value', undefined].includes(merge[unit]) && !isContent(unit),
  );
};

const src = join(import.meta.dirname, '../..');
// The archive reads the collection of each noun that it lists.
const exclude = ['**/*.test.*', 'screens/export/archive/**'];
const sources = globSync('**/*.{ts,tsx}', { cwd: src, exclude }).map((path) =>
  readFileSync(join(src, path), 'utf8'),
);
const notices = sources.flatMap((source) => source.match(/<RecordConflicts[\s\S]*?\/>/g) ?? []);
/** Tells whether the app knows a noun by name, besides its words: without screens nobody types into it. */
const isUsed = (name: string) =>
  sources.some((source) => new RegExp(`'${name}'|[./]${name}\\b`).test(source));

describe('the texts that lost', () => {
  for (const entity of Object.values(entities) as Entity[]) {
    const units = unitsOf(entity);
    if (units.length === 0 || !isUsed(entity.name)) continue;
    it(`of a ${entity.name} show somewhere, unless it is \`written\` otherwise than by people`, () => {
      const own = notices.filter((notice) => notice.includes(`entity="${entity.name}"`));
      expect(own).not.toEqual([]);
      const groups = units.filter((unit) => Object.hasOwn(entity.groups ?? {}, unit));
      for (const group of groups) expect(own.join()).toMatch(new RegExp(`show={{[^}]*\\b${group}: `));
    });
  }
});

it('asks about the file of each noun that has one, but a document', () => {
  expect(unitsOf(entities.document)).not.toContain('file');
  expect(unitsOf({ ...entities.document, name: 'planted' })).toContain('file');
});

it('asks nobody to choose between two texts that nobody could read, such as pictures', () => {
  const texts = (Object.values(entities) as Entity[]).flatMap((entity) =>
    unitsOf(entity).map((unit) => [`${entity.name}.${unit}`, entity.sealed[unit]] as const),
  );
  const long = texts.filter(([, field]) => field?.kind === 'text' && field.maxLength > 10_000);
  expect(long.map(([name]) => name)).toEqual([]);
});

const conflict = (field: string, kept: Record<string, unknown>): Conflict => ({
  id: field,
  field,
  kept,
  by: 'ben',
  at: 0,
});

const shownEntry = { times: timesText, place: placeText };

function textOf(record: object, entity: EntityName = 'timeEntry', show: object = shownEntry): string {
  const element = document.createElement('div');
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <RecordConflicts
          entity={entity}
          record={record}
          people={new Map([['ben', { id: 'ben', name: 'Ben' } as NamedPerson]])}
          labelOf={(field) => field}
          show={show as never}
        />
      </MantineProvider>,
    ),
  );
  const text = [...element.querySelectorAll('[data-conflict]')].map((each) => each.textContent).join();
  flushSync(() => root.unmount());
  return text;
}

it('names both days and numbers, and who set the one that was written over', () => {
  const task = { id: 't', dueDate: '2026-03-03', timeEstimate: 90 };
  const conflicts = [
    conflict('dueDate', { dueDate: '2026-02-02' }),
    conflict('timeEstimate', { timeEstimate: null }),
    conflict('status', { status: 'DONE' }),
  ];
  const shown = textOf({ ...task, status: 'DONE', conflicts }, 'task', {
    timeEstimate: ({ timeEstimate }: { timeEstimate?: number }) =>
      timeEstimate ? `${timeEstimate} min` : '',
  });
  for (const words of ['Mar 3, 2026', 'Overwritten: Feb 2, 2026 (Ben', 'Keep 90 min', 'Take (empty)'])
    expect(shown).toContain(words);
  // Two people who chose the same agree.
  expect(shown).not.toContain('status');
});

/** Shows what is kept of a task, whose due date may not lie before its start. Returns its buttons, and what becomes of a press. */
function deciding(task: object, settle: () => void | Promise<void> = () => {}) {
  const [settled, said]: string[][] = [[], []];
  vi.spyOn(toast, 'error').mockImplementation((text) => void said!.push(text));
  const element = document.createElement('div');
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <RecordConflicts
          entity="task"
          record={task}
          people={new Map()}
          labelOf={(field) => field}
          refusal={({ startDate, dueDate }) => (dueDate! < startDate! ? 'Too early' : undefined)}
          settle={(_, choice) => {
            settled!.push(choice);
            return settle();
          }}
        />
      </MantineProvider>,
    ),
  );
  const [keep, take] = element.querySelectorAll('button');
  return { keep: keep!, take: take!, settled, said, close: () => flushSync(() => root.unmount()) };
}

it('takes nothing that makes of the record what it cannot be, and says why', () => {
  const conflicts = [conflict('dueDate', { dueDate: '2026-02-02' })];
  const shown = deciding({ id: 't', startDate: '2026-03-01', dueDate: '2026-03-03', conflicts });
  shown.take.click();
  expect([shown.said, shown.settled]).toEqual([['Too early'], []]);
  shown.keep.click();
  expect(shown.settled).toEqual(['current']);
  shown.close();
});

it.each([
  [
    'at once',
    () => {
      throw new Error('gone');
    },
  ],
  ['later', () => Promise.reject(new Error('gone'))],
])('says that a choice was not kept, of which that shows %s', async (_, settle) => {
  vi.stubGlobal('reportError', () => {});
  const conflicts = [conflict('dueDate', { dueDate: '2026-02-02' })];
  const shown = deciding({ id: 't', startDate: '2026-01-01', dueDate: '2026-03-03', conflicts }, settle);
  shown.take.click();
  await vi.waitFor(() => expect(shown.said).toHaveLength(1));
  shown.close();
});

it('takes a text into a record that cannot be as it stands', () => {
  const conflicts = [conflict('title', { title: 'Wall' })];
  const task = { id: 't', title: 'Roof', startDate: '2026-03-05', dueDate: '2026-03-03', conflicts };
  const shown = deciding(task);
  shown.take.click();
  expect(shown.settled).toEqual(['title']);
  shown.close();
});

it('shows a group in words, whatever its writer put there', () => {
  const moment = Date.UTC(2026, 4, 4, 7);
  const segments = [{ from: moment, to: moment + 3_600_000 }];
  const later = [{ from: moment + 7_200_000, to: moment + 10_800_000 }];
  const entry = { id: 'e', segments, zone: 'Europe/Vienna', taskTitle: 'Roof', projectName: 'House' };
  const shown = textOf({
    ...entry,
    conflicts: [
      conflict('times', { segments: later, zone: 'Europe/Vienna' }),
      conflict('place', { taskTitle: 'Wall', projectName: 'House' }),
    ],
  });
  for (const words of ['9:00–10:00', '11:00–12:00', 'House · Roof', 'House · Wall'])
    expect(shown).toContain(words);
  expect(
    textOf({ ...entry, conflicts: [conflict('times', { segments: 'none', zone: 'nowhere' })] }),
  ).toContain('9:00–10:00');
  expect(textOf({ ...entry, conflicts: [conflict('toString', { toString: 'x' })] })).toBe('');
});

it.each([1e300, Number.NaN, 0.5, 'boo'])('leaves out what was kept at %s, which is no moment', (at) => {
  const late = { ...conflict('status', { status: 'TODO' }), at };
  const conflicts = [late, conflict('dueDate', { dueDate: '2026-02-02' })];
  const shown = textOf({ id: 't', status: 'DONE', dueDate: '2026-03-03', conflicts }, 'task', {});
  expect(shown).toContain('Overwritten: Feb 2, 2026');
  expect(shown).not.toContain('status');
});

it('writes nothing of a kept value that is no word, number or yes and no', () => {
  for (const status of [{ toString: 1, valueOf: 1 }, ['x'], Number.NaN])
    expect(
      textOf({ id: 't', status: 'DONE', conflicts: [conflict('status', { status })] }, 'task', {}),
    ).toContain('Take (empty)');
});
