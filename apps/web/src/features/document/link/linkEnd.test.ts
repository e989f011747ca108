// @vitest-environment happy-dom
/** Why a link has ended, by the facts by which the server judges. */
import { TooManyFilesError } from '@kontor/client/link/links';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { Link } from '@kontor/contract/nouns/link';
import { expect, it, vi } from 'vitest';
import { toast } from '../../../platform/toasts.tsx';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { makeLink } from './actions.ts';
import { endOfLink, type KnownEnd } from './queries.ts';

const now = Date.UTC(2026, 10, 28);
const link = { id: 'l', makerId: 'anna', expiresAt: now + 60_000, maxDownloads: 0 } as Link;
const log = (role: string, status = 'ACTIVE') =>
  ({ members: new Map([['anna', { role, status }]]) }) as unknown as LogState;
const gone = { members: new Map() } as unknown as LogState;

it.each<[string, LogState | undefined, string[] | undefined, KnownEnd | undefined]>([
  ['of somebody who works here', log('EMPLOYEE'), undefined, undefined],
  ['of somebody locked for the moment', log('EMPLOYEE', 'LOCKED'), undefined, undefined],
  ['of a member of the private project', log('EMPLOYEE'), ['anna'], undefined],
  ['of an admin', log('ADMIN'), ['ben'], undefined],
  ['while nothing is known of people', undefined, ['ben'], undefined],
  ['of somebody taken out of the private project', log('EMPLOYEE'), ['ben'], 'makerOut'],
  ['of somebody who was shut out', log('EMPLOYEE', 'INACTIVE'), undefined, 'makerGone'],
  ['of somebody who became a customer’s user', log('CUSTOMER'), undefined, 'makerGone'],
  ['of nobody who works here', gone, undefined, 'makerGone'],
])('a link %s', (_, known, memberIds, end) =>
  expect(endOfLink(link, { use: undefined, allowsLinks: true, log: known, memberIds, now })).toBe(end),
);

it('ends by the server’s clock, whatever its maker’s says', async () => {
  const make = vi.fn(async () => 'id');
  const records = { links: async () => ({ make }), serverTime: (): number | undefined => now };
  provideWorkspace({ records } as unknown as OpenWorkspace);
  const terms = { from: 'Firm', by: 'Ada', maxDownloads: 0 };
  expect(await makeLink('file', { ...terms, days: 7 })).toBe('id');
  expect(make.mock.calls).toEqual([['file', { ...terms, expiresAt: now + 7 * 86_400_000 }]]);
  const facts = { use: undefined, allowsLinks: true, log: undefined, memberIds: undefined };
  expect(endOfLink(link, { ...facts, now: now + 59_999 })).toBeUndefined();
  expect(endOfLink(link, { ...facts, now: now + 60_000 })).toBe('expired');
});

it('says how many files one link takes, where a folder holds more', async () => {
  const error = vi.spyOn(toast, 'error').mockImplementation(() => {});
  const make = () => Promise.reject(new TooManyFilesError(4_500));
  const records = { links: async () => ({ make }), serverTime: () => now };
  provideWorkspace({ records } as unknown as OpenWorkspace);
  expect(await makeLink('folder', { from: '', by: '', maxDownloads: 0, days: 7 })).toBeUndefined();
  expect(error.mock.lastCall![0]).toContain('about 4,500 of them');
});
