// @vitest-environment happy-dom
/** Why a link has ended, by the facts by which the server judges. */
import type { LogState } from '@kontor/contract/memberLog/state';
import type { Link } from '@kontor/contract/nouns/link';
import { expect, it } from 'vitest';
import { endOfLink, type KnownEnd } from './queries.ts';

const link = { id: 'l', makerId: 'anna', expiresAt: Date.now() + 60_000, maxDownloads: 0 } as Link;
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
  expect(endOfLink(link, { use: undefined, allowsLinks: true, log: known, memberIds })).toBe(end),
);
