// @vitest-environment happy-dom
/** The link to a thing, as its menu hands it out. */
import type { Customer } from '@kontor/contract/nouns/customer';
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { taskAddress } from '../task/address.ts';
import { CustomerMenu } from './customerMenu.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
history.replaceState(null, '', '/firm/customers?sort=name');

it('copies the address of its page', async () => {
  const written: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async (text: string) => written.push(text) },
    configurable: true,
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const customer = { id: 'acme', name: 'Acme' } as Customer;
  act(() =>
    root.render(
      <MantineProvider env="test">
        <CustomerMenu customer={customer} onEdit={() => {}} />
      </MantineProvider>,
    ),
  );
  const press = (found: Element | null | undefined) => act(async () => (found as HTMLElement).click());
  await press(document.querySelector('button'));
  await press(
    [...document.querySelectorAll('[role="menuitem"]')].find(
      ({ textContent }) => textContent === 'Copy link',
    ),
  );
  expect(written).toEqual([`${location.origin}/firm/customers/acme`]);
  act(() => root.unmount());
});

it('shows a task over those of its project', () => {
  expect(taskAddress({ id: 'paint', scopeId: 'house' })).toBe(
    `${location.origin}/firm/projects/house/tasks?panel=task&item=paint`,
  );
});
