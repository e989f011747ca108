// @vitest-environment happy-dom
/** Where the list of devices could not be loaded, it is asked for again. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { Devices } from './devices.tsx';

const sessions = vi.hoisted(() =>
  vi.fn(async (): Promise<object[]> => Promise.reject(new Error('no connection'))),
);
vi.mock('../../platform/workspace/session.ts', () => ({ currentSession: () => ({ account: { sessions } }) }));
vi.mock('../../ui/list/dataTable.tsx', () => ({ DataTable: () => 'the list' }));

it('says so, and tries again', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <Devices />
      </MantineProvider>,
    ),
  );
  await vi.waitFor(() =>
    expect(place.querySelector('[role=alert]')?.textContent).toContain('The devices could not be loaded'),
  );
  sessions.mockResolvedValue([{}]);
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(place.textContent).toContain('the list'));
  expect(sessions).toHaveBeenCalledTimes(2);
  flushSync(() => root.unmount());
});
