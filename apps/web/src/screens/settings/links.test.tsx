// @vitest-environment happy-dom
/** The list of all links for people without an account: by whom each was made. */
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { SettingsLinks } from './links.tsx';

vi.mock('../../platform/page.tsx', () => ({ usePage: () => {} }));
vi.mock('../../features/document/link/allLinks.tsx', () => ({
  AllLinks: ({ nameOf }: { nameOf: (id: string) => string }) => (
    <output>{makers.map(nameOf).join(', ')}</output>
  ),
}));
const makers = [uuidv7(), uuidv7()];

it('names makers who have left, as long as the directory has them', async () => {
  const device = createDevice();
  const server = new ProtocolServer();
  const staff = uuidv7();
  server.addScope({ id: staff, kind: 'staff', access: 'open' });
  const records = await openOn(device, server, { role: 'ADMIN' });
  await records.pull();
  const [bo] = makers;
  records.create('member', staff, { id: bo!, userId: bo!, firstName: 'Bo', lastName: 'Birk', email: '' });
  provideWorkspace({ records, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <SettingsLinks />
      </MantineProvider>,
    ),
  );
  expect(place.querySelector('output')!.textContent).toBe('Bo Birk, a former member');
  flushSync(() => root.unmount());
  await records.close();
});
