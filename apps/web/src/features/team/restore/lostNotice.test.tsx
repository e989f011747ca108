// @vitest-environment happy-dom

import { observable } from '@kontor/client/observable';
import type { Lost } from '@kontor/client/replica/lostLog';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { toast } from '../../../platform/toasts.tsx';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { LostNotice } from './lostNotice.tsx';

it.each([
  ['shut out again', 1, 'Shut out again'],
  ['taken off the list', 0, 'Done'],
])('says where what was lost could not be %s', async (_, readmitted, label) => {
  const said = vi.spyOn(toast, 'error').mockImplementation(() => {});
  const fails = vi.fn(() => Promise.reject(new Error('disk')));
  const log = observable(undefined);
  const records = {
    log,
    readmitted: () => Array(readmitted),
    dismissLost: fails,
    team: async () => ({ redoLost: fails }),
  };
  provideWorkspace({ records } as unknown as OpenWorkspace);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const lost = { entries: [], records: [{ id: 'a', entity: 'task', name: 'Roof' }] } as unknown as Lost;
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <LostNotice lost={lost} isAdmin />
      </MantineProvider>,
    ),
  );
  const button = place.querySelector('button')!;
  expect(button.textContent).toBe(label);
  button.click();
  await vi.waitFor(() => expect(fails).toHaveBeenCalled());
  await vi.waitFor(() => expect(said).toHaveBeenCalledOnce());
  said.mockRestore();
  flushSync(() => root.unmount());
});
