// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { presets } from '../../features/export/exportSettings.ts';
import { Templates } from './templates.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const update = vi.hoisted(() => vi.fn());
vi.mock('../../features/export/actions.ts', () => ({ updateTemplate: update }));
vi.mock('../../platform/workspace/workspace.ts', () => ({ useAll: () => [{ id: 'oct', name: 'October' }] }));

it('saves what was changed since a template was chosen, though the page was left in between', async () => {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const changed = { ...presets.all, roundingMinutes: '15' };
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <Templates
          chosen="oct"
          asChosen={presets.all}
          settings={changed}
          onChoose={() => {}}
          maySave
          isOwn={false}
        />
      </MantineProvider>,
    ),
  );
  await act(async () => element.querySelector<HTMLElement>('[aria-haspopup="menu"]')!.click());
  const items = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  await act(async () => items.find(({ textContent }) => textContent?.includes('October'))!.click());
  expect(update).toHaveBeenCalledExactlyOnceWith('oct', presets.all, changed);
  await act(async () => root.unmount());
});
