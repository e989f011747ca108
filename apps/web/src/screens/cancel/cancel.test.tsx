// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { Cancel } from './cancel.tsx';

it('shows what another link cancels that is opened in the same tab', async () => {
  const check = async (workspace: string) => ({
    workspace,
    endsAt: 1,
    deletionAt: null,
    isCanceled: workspace === 'Brandt',
    readOnlyFrom: null,
  });
  const confirm = async (token: string) => ({ ...(await check(token)), isCanceled: true });
  provideSession({ subscribe: () => () => {}, cancellations: { check, confirm } } as never);
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <Cancel />
      </MantineProvider>,
    ),
  );
  const open = (token: string) => {
    location.hash = token;
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const title = () => element.querySelector('h1')?.textContent;
  expect(title()).toBe('Cancel a subscription');
  open('Atelier');
  await vi.waitFor(() => expect(title()).toBe('Cancel the subscription of Atelier'));
  element.querySelector('button')!.click();
  await vi.waitFor(() => expect(element.textContent).toContain('mailed to you'));
  open('Brandt');
  await vi.waitFor(() => expect(title()).toBe('The subscription of Brandt is cancelled'));
  expect(element.textContent).not.toContain('mailed to you');
  flushSync(() => root.unmount());
  location.hash = '';
});
