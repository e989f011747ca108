// @vitest-environment happy-dom
/** Removing a server: the question names each file that is wiped, once. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { writeServers } from '../../platform/desktop/servers.ts';
import { ServerChoice } from './serverChoice.tsx';

const confirm = vi.hoisted(() => vi.fn(async (_: { body: string }) => false));
vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm }));

it('names what is not uploaded, what was saved beside it and what is open in a program', async () => {
  const server = 'https://kontor.example';
  writeServers({ known: [server] });
  const plan = { id: 'a', name: 'Plan.odt', server };
  // What was saved beside a document comes under its id.
  const beside = { ...plan, name: 'Plan (2).odt' };
  const offer = { id: 'b', name: 'Offer.odt', server };
  const elsewhere = { id: 'c', name: 'Secret.odt', server: 'https://other.example' };
  const files = { unsent: async () => [plan, beside], held: async () => [plan, offer, elsewhere] };
  Object.assign(window, { kontorDesktop: { files, keychain: { isAvailable: true } } });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <ServerChoice />
      </MantineProvider>,
    ),
  );
  place.querySelector<HTMLElement>('[aria-label="Remove kontor.example"]')!.click();
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledOnce());
  expect(confirm.mock.calls[0]![0].body).toContain('in a program: Plan.odt, Plan (2).odt, Offer.odt.');
  flushSync(() => root.unmount());
});
