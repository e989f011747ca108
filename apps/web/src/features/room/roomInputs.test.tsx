// @vitest-environment happy-dom
/** The one who writes a room's form stays in a room that they could not come back into by themselves. */
import type { Room } from '@kontor/contract/nouns/room';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { RoomValues } from './actions.ts';
import { RoomInputs } from './roomInputs.tsx';

vi.mock('../../platform/workspace/workspace.ts', async (original) => ({
  ...(await original<object>()),
  useWorkspace: () => ({ userId: 'ada' }),
}));
vi.mock('../../ui/person/admittedBy.tsx', () => ({ AdmittedBy: () => null }));

const people = new Map(['ada', 'ben'].map((id) => [id, { id, name: id }]));

/** Draws the form of a room of both, and returns those who can be taken out, and what it says. */
function draw(room: Partial<Room> | undefined, access: RoomValues['access']) {
  const values = { name: '', topic: '', memberIds: ['ada', 'ben'], access, past: 'kept' };
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: undefined,
    onChange: () => {},
    onBlur: () => {},
  });
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const shown = { form: { values, field } as never, people, colleagues: people };
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <RoomInputs {...shown} room={room as Room | undefined} />
      </MantineProvider>,
    ),
  );
  const removable = element.querySelectorAll('.mantine-Pill-remove').length;
  const saysSo = element.textContent.includes('You are a member yourself.');
  const saysHow = element.textContent.includes('You leave the room from its menu.');
  flushSync(() => root.unmount());
  return [removable, saysSo, saysHow];
}

it('keeps its person in a private room, and in a new one', () => {
  const room = { id: 'room', memberIds: ['ada', 'ben'] };
  expect(draw(room, 'private')).toEqual([1, true, true]);
  expect(draw(undefined, 'open')).toEqual([1, true, false]);
});

it('lets them go out of an open one, into which they come back', () => {
  expect(draw({ id: 'room', memberIds: ['ada', 'ben'] }, 'open')).toEqual([2, false, false]);
});
