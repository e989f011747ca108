import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { expect, it } from 'vitest';
import { type EntryValues, entryChanges, entryErrors, entryValues, timesText } from './entryFields.ts';

const zone = 'Europe/Berlin';
const utc = (text: string) => Date.parse(`${text}Z`);
const place = (day: string) => ({ day, zone, begin: () => utc('2026-10-20T08:00') });
/** Started and paused within one minute, and then worked past midnight. */
const entry: TimeEntry = {
  id: 'e',
  scopeId: 'hours',
  version: 1,
  updatedAt: 0,
  taskId: 't',
  taskTitle: 'Plans',
  zone,
  projectId: 'p',
  projectName: 'Villa',
  status: 'DONE',
  isBillable: true,
  segments: [
    { from: utc('2026-10-20T20:00:10'), to: utc('2026-10-20T20:00:50') },
    { from: utc('2026-10-20T20:05:30'), to: utc('2026-10-20T23:00:07') },
  ],
};
const stored = entryValues(entry, place('2026-10-20'));
const errorsOf = (of: TimeEntry | undefined, changes: Partial<EntryValues>) =>
  Object.entries(
    entryErrors(place, of)({ ...stored, ...changes }, (name) => Object.keys(changes).includes(name)),
  ).flatMap(([name, error]) => (error ? [name] : []));

it('times that nobody touched are not judged, so that the rest of their entry can be changed', () => {
  expect(errorsOf(entry, { description: 'Ground floor' })).toEqual([]);
  expect(errorsOf(entry, { day: '2026-10-21' })).toEqual([]);
  expect(errorsOf(entry, { times: `${stored.times} ` })).toEqual(['times']);
  expect(errorsOf(undefined, {})).toEqual(['times']);
});

it('an entry lies where every device can count its days', () => {
  expect(errorsOf(entry, { day: '9999-12-31' })).toEqual(['day']);
  expect(errorsOf(undefined, { times: '9:00–10:00+399' })).toEqual([]);
  expect(errorsOf(undefined, { times: '9:00–10:00+400' })).toEqual(['times']);
});

it('the times of a zone that this browser does not know are those of UTC', () =>
  expect(timesText({ ...entry, zone: 'America/Nowhere' })).toMatch(/^Oct 20, 2026, 20:00–20:00/));

it('an entry moved to another day begins at the same time there, to the second, and lasts as long', () => {
  const changes = { day: '2026-10-25' };
  const moved = entryChanges({} as never, changes, { ...stored, ...changes }, place(changes.day), entry);
  // The clock went back that night.
  expect(moved).toEqual({
    segments: [
      { from: utc('2026-10-25T21:00:10'), to: utc('2026-10-25T21:00:50') },
      { from: utc('2026-10-25T21:05:30'), to: utc('2026-10-26T00:00:07') },
    ],
    zone,
  });
});
