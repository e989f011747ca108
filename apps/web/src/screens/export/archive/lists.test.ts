import type { Workspace } from '@kontor/client/workspace/workspace';
import { afterAll, expect, it, vi } from 'vitest';
import { archiveLists } from './lists.ts';

vi.stubEnv('TZ', 'Europe/Vienna');
afterAll(() => {
  vi.unstubAllEnvs();
});

it('dates what happened late in the evening by the clock of whoever takes it along', () => {
  const late = Date.parse('2026-07-14T22:30:00Z');
  const none = { all: () => [] };
  const collections = {
    ...{ project: none, task: none, customerFile: none, customerUser: none },
    customer: { all: () => [{ id: 'a', name: 'Adler', type: 'BUSINESS', archivedAt: late }] },
    member: { all: () => [{ userId: 'b', firstName: 'Ben', lastName: 'Baum', joinedAt: late }] },
  } as unknown as Workspace['collections'];
  const lasts = archiveLists(collections).map(({ rows }) => rows[0]?.cells.at(-1));
  expect(lasts.slice(0, 2)).toEqual(['2026-07-15', '2026-07-15']);
});
