// @vitest-environment happy-dom
/** Whoever does not work here any more neither counts in a room nor reads a direct one. */

import { createDirectRoom, createRoom } from '@kontor/client/nouns/room';
import { observable } from '@kontor/client/observable';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { isDeserted } from './queries.ts';
import { RoomHead } from './roomHead.tsx';

const [ada, ben] = ['019a0000-0000-7000-8000-0000000000aa', '019a0000-0000-7000-8000-0000000000bb'] as const;
const peopleOf = (...ids: string[]) =>
  new Map(ids.map((id) => [id, { id, name: id === ada ? 'Ada' : 'Ben' }]));

it('counts and shows those who work here', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  const presence = { people: observable(new Map()) };
  provideWorkspace({
    records: Object.assign(Object.create(replica), { presence }),
    userId: ada,
  } as unknown as OpenWorkspace);
  const id = createRoom(replica, { name: 'Site', memberIds: [ben] }, 'open', { userId: ada, at: 1 });
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const nothing = vi.fn();
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <RoomHead
          room={replica.collections.room.get(id)!}
          name="Site"
          workspace="w"
          people={peopleOf(ada, ben)}
          colleagues={peopleOf(ada)}
          onEdit={nothing}
          onJumpToDay={nothing}
          onSearch={nothing}
          onGoTo={nothing}
          onLeft={nothing}
        />
      </MantineProvider>,
    ),
  );
  expect(element.textContent).toContain('1 member');
  expect(element.querySelector('[role="img"][aria-label*="Ada"]')?.getAttribute('aria-label')).toBe('Ada');
  flushSync(() => root.unmount());
  await replica.close();
});

it('knows a direct room in which nobody else reads', async () => {
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const by = { userId: ada, at: 1 };
  const direct = replica.collections.room.get(await createDirectRoom(replica, [ben], by))!;
  const other = replica.collections.room.get(
    createRoom(replica, { name: 'Site', memberIds: [ben] }, 'open', by),
  )!;
  expect(isDeserted(direct, peopleOf(ada, ben), ada)).toBe(false);
  expect(isDeserted(direct, peopleOf(ada), ada)).toBe(true);
  expect(isDeserted(other, peopleOf(ada), ada)).toBe(false);
  // Nobody is known before the log is.
  expect(isDeserted(direct, new Map(), ada)).toBe(false);
  await replica.close();
});
