// @vitest-environment happy-dom
/** The people at work now: each row is a link to their week. */
import { createHours } from '@kontor/client/nouns/workingTime';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { anyAuthor } from '@kontor/client/replica/testing/clearVault';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { AtWork } from './atWork.tsx';

vi.mock('../../features/member/queries.ts', () => {
  const people = new Map([['ben', { name: 'Ben' }]]);
  return { usePeople: () => people, useColleagues: () => people };
});

it('links to the week of whoever works, and shows it here on a plain click', async () => {
  const replica = await openOn(createDevice(anyAuthor), new ProtocolServer(), { role: 'ADMIN' });
  const hours = '019a0000-0000-8000-8000-0000000000e2';
  createHours(replica, hours, 'ben');
  replica.create('timeEntry', hours, {
    taskId: 't',
    projectId: 'p',
    taskTitle: 'Beams',
    projectName: 'Roof',
    isOpen: true,
    status: 'IN_PROGRESS',
    segments: [{ from: Date.now() }],
    zone: 'UTC',
  });
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: true });
  provideWorkspace({ records: { ...replica, loaded }, userId: 'ada' } as unknown as OpenWorkspace);
  const onChoose = vi.fn();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <AtWork queryOf={(person) => ({ person })} onChoose={onChoose} />
      </MantineProvider>,
    ),
  );
  const row = place.querySelector<HTMLAnchorElement>('li a');
  expect(row?.getAttribute('href')).toBe('?person=ben');
  expect(row!.textContent).toContain('Beams');
  row!.click();
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('ben');
  flushSync(() => root.unmount());
  await replica.close();
});
