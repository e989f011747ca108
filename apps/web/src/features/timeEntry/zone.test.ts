import { createCollections } from '@kontor/client/replica/collections';
import { addDays, today } from '@kontor/contract/time/day';
import { ownZone, startOfDay } from '@kontor/contract/time/zone';
import { expect, it } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { isElsewhere, zoneFor } from './zone.ts';

const away = 'Pacific/Kiritimati';
const yesterday = addDays(today(), -1);

it('types hours by the clock of whose they are: one’s own of today by the device’s', () => {
  const collections = createCollections();
  const from = startOfDay(addDays(today(), -3), away);
  const record = { id: 'e', scopeId: 'hours', zone: away, segments: [{ from, to: from + 1 }] } as never;
  collections.timeEntry.write([{ id: 'e', record }]);
  provideWorkspace({ records: { collections }, userId: 'ada' } as unknown as OpenWorkspace);
  const [ada, ben, cem] = ['ada', 'ben', 'cem'].map((userId) => ({
    id: userId === 'cem' ? 'none' : 'hours',
    userId,
  }));
  expect(zoneFor(ben, today())).toBe(away);
  expect(zoneFor(ben, yesterday)).toBe(away);
  expect(zoneFor(ada, yesterday)).toBe(away);
  expect(zoneFor(ada, today())).toBe(ownZone());
  expect(zoneFor(ben, addDays(today(), -9))).toBe(ownZone());
  collections.timeEntry.write([{ id: 'e', record: { ...(record as object), authorId: 'ada' } as never }]);
  expect(zoneFor(ben, yesterday)).toBe(ownZone());
  expect(zoneFor(ada, yesterday)).toBe(away);
  expect([zoneFor(cem, today()), zoneFor(undefined, today())]).toEqual([ownZone(), ownZone()]);
});

it('is elsewhere where the clock shows another time, whatever the zone is called', () => {
  expect([isElsewhere(away, today()), isElsewhere(ownZone(), today())]).toEqual([true, false]);
});
