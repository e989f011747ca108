// @vitest-environment happy-dom

import { observable } from '@kontor/client/observable';
import { createCollections } from '@kontor/client/replica/collections';
import type { Lost } from '@kontor/client/replica/lostLog';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { LogError } from '@kontor/contract/memberLog/logError';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { toast } from '../../../platform/toasts.tsx';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { LostNotice } from './lostNotice.tsx';

const entry = (seq: number, type: LogEntry['type'], payload: object) =>
  ({ seq, at: seq, type, authorId: 'ada', payload: { scopes: [], ...payload } }) as unknown as LogEntry;
const entries = [
  entry(0, 'genesis', { owner: {} }),
  entry(1, 'invite', { cert: { userId: 'link' }, role: 'EMPLOYEE', expiresAt: 99 }),
  entry(2, 'add', { cert: { userId: 'ben' }, role: 'EMPLOYEE' }),
  entry(3, 'add', { cert: { userId: 'emma' }, role: 'EMPLOYEE' }),
];
const behind = [
  entry(4, 'remove', { userId: 'link' }),
  entry(5, 'remove', { userId: 'ben' }),
  entry(6, 'rotate', { scopes: [{ scopeId: 'firm', kind: 'customer', generation: 1 }] }),
];

/** Draws the notice of an admin; `records` are parts of the workspace. */
function drawn(lost: Partial<Lost>, records: object) {
  provideWorkspace({
    records: {
      log: observable(undefined),
      logEntries: () => entries,
      readmitted: () => [],
      collections: createCollections(),
      ...records,
    },
  } as unknown as OpenWorkspace);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const all: Lost = { entries: [], holders: {}, names: {}, records: [], ...lost };
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <LostNotice lost={all} isAdmin />
      </MantineProvider>,
    ),
  );
  return { place, close: () => flushSync(() => root.unmount()) };
}

const onlyRecords = { records: [{ id: 'a', entity: 'task', name: 'Roof' }] } as const;

it.each([
  ['shut out again', [{ id: 'ben' }], 'Shut out again'],
  ['taken off the list', [], 'Done'],
])('says where what was lost could not be %s', async (_, readmitted, label) => {
  const said = vi.spyOn(toast, 'error').mockImplementation(() => {});
  const fails = vi.fn(() => Promise.reject(new Error('disk')));
  const { place, close } = drawn(onlyRecords, {
    readmitted: () => readmitted,
    dismissLost: fails,
    team: async () => ({ redoLost: fails }),
  });
  const button = place.querySelector('button')!;
  expect(button.textContent).toBe(label);
  button.click();
  await vi.waitFor(() => expect(fails).toHaveBeenCalled());
  await vi.waitFor(() => expect(said).toHaveBeenCalledOnce());
  said.mockRestore();
  close();
});

it('names whom the backup let in again, and says of keys nothing where the rules refused to shut somebody out', async () => {
  const said = vi.spyOn(toast, 'error').mockImplementation(() => {});
  const redoLost = () => Promise.reject(new LogError('malformed', 8));
  const { place, close } = drawn(
    { names: { ben: 'Ben Busch', emma: 'Emma Ernst' } },
    { readmitted: () => [{ id: 'ben' }, { id: 'emma' }], team: async () => ({ redoLost }) },
  );
  expect(place.textContent).toContain('let 2 people in again: Ben Busch, Emma Ernst.');
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(said).toHaveBeenCalledOnce());
  expect(said).toHaveBeenCalledWith('Not everybody could be shut out. The notice names who is still in.');
  said.mockRestore();
  close();
});

it('calls nobody a former member who was invited alone, and no customer', () => {
  const members = new Map([['ben', {}]]);
  const invitations = new Map([['link', {}]]);
  const { place, close } = drawn(
    { entries: behind, names: { ada: 'Ada Abel' } },
    { log: observable({ members, invitations, scopes: new Map() }) },
  );
  const lines = [...place.querySelectorAll('li')].map((line) => line.textContent!.replace(/^.*?M: /, ''));
  expect(lines).toEqual([
    'Ada Abel withdrew an invitation (somebody).',
    'Ada Abel removed a former member.',
    'Ada Abel added a customer as a customer of the firm.',
  ]);
  close();
});
