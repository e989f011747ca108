import type { LogState } from '@kontor/contract/memberLog/state';
import { expect, it } from 'vitest';
import { observable } from '../observable.ts';
import type { Replica } from '../replica/replica.ts';
import type { Loaded } from '../replica/status.ts';
import { keepOwnEntry } from './ownMember.ts';

it('does not take an entry that is not open yet for a missing one', () => {
  const written: string[] = [];
  const entries = new Map<string, object>();
  const status = observable({ connection: 'current', reason: '' });
  const loaded = observable<Loaded>({ scopes: new Set(), heads: false, isComplete: false });
  const confirmed = observable<boolean | undefined>(true);
  const faults = observable<{ id: string }[]>([]);
  let takesChanges = true;
  const me = { status: 'ACTIVE', customerId: null };
  const email = observable('ada@example.org');
  const own = { firstName: 'Ada', lastName: 'Brandt' };
  const personal = {
    status,
    scopeOf: () => 'ada',
    collections: { profile: { get: () => own, all: () => [own] } },
  } as unknown as Replica;
  const workspace = {
    status,
    loaded,
    confirmed,
    isWritable: () => takesChanges,
    faults,
    log: observable({ members: new Map([['ada', me]]) } as unknown as LogState),
    logEntries: () => [],
    scopeOf: () => 'staff',
    collections: { member: { get: (id: string) => entries.get(id) } },
    create: () => written.push('create'),
    update: () => written.push('update'),
  } as unknown as Parameters<typeof keepOwnEntry>[1];

  let stop = keepOwnEntry(personal, workspace, email);
  const again = () => {
    stop();
    stop = keepOwnEntry(personal, workspace, email);
  };
  expect(written).toEqual([]);
  const entry = { userId: 'ada', ...own, email: 'ada@example.org' };
  entries.set('ada', entry);
  loaded.set({ scopes: new Set(['staff']), heads: true, isComplete: true });
  expect(written).toEqual([]);
  // The control: one that is missing once everything is open is created.
  entries.clear();
  again();
  expect(written).toEqual(['create']);
  // One that cannot be verified is not missing either.
  faults.set([{ id: 'ada' }]);
  again();
  expect(written).toEqual(['create']);
  faults.set([]);
  // Nor is anything written into a workspace that the server may have made up.
  confirmed.set(false);
  again();
  expect(written).toEqual(['create']);
  confirmed.set(true);
  expect(written).toEqual(['create', 'create']);
  // Nor before the scope of the entry is here, where the log gives the person another place.
  loaded.set({ scopes: new Set(['customer']), heads: true, isComplete: true });
  again();
  expect(written).toEqual(['create', 'create']);
  loaded.set({ scopes: new Set(['customer', 'staff']), heads: true, isComplete: true });
  expect(written).toEqual(['create', 'create', 'create']);
  // Another address is written, once.
  entries.set('ada', entry);
  email.set('ada@example.com');
  email.set('ada@example.com');
  expect(written).toEqual(['create', 'create', 'create', 'update']);
  // What changed while a payment was missing is written once it came.
  takesChanges = false;
  email.set('ada@example.info');
  takesChanges = true;
  status.set({ connection: 'current', reason: '' });
  expect(written).toEqual(['create', 'create', 'create', 'update', 'update']);
  stop();
  email.set('ada@example.net');
  expect(written).toHaveLength(5);
});
