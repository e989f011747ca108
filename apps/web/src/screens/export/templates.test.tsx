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

async function open(props: object) {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <Templates
          chosen="oct"
          asChosen={presets.all}
          settings={presets.all}
          onChoose={() => {}}
          maySave
          isOwn={false}
          {...props}
        />
      </MantineProvider>,
    ),
  );
  await act(async () => element.querySelector<HTMLElement>('[aria-haspopup="menu"]')!.click());
  const items = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  return { items, end: () => act(async () => root.unmount()) };
}

it('saves what was changed since a template was chosen, though the page was left in between', async () => {
  const changed = { ...presets.all, roundingMinutes: '15' };
  const { items, end } = await open({ settings: changed });
  await act(async () => items.find(({ textContent }) => textContent?.includes('October'))!.click());
  expect(update).toHaveBeenCalledExactlyOnceWith('oct', presets.all, changed);
  await end();
});

it('says why settings with errors cannot be saved, where the keyboard comes by', async () => {
  update.mockClear();
  const { items, end } = await open({ maySave: false });
  const refused = items.filter((item) => item.hasAttribute('aria-disabled'));
  expect(refused.map(({ textContent }) => textContent)).toEqual([
    'Save as a templateThe settings have errors: correct those first.',
    'Save changes to “October”The settings have errors: correct those first.',
  ]);
  expect(refused.some((item) => item.hasAttribute('disabled'))).toBe(false);
  await act(async () => refused[1]!.click());
  expect(update).not.toHaveBeenCalled();
  await end();
});
