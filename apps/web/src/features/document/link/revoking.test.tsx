// @vitest-environment happy-dom
/** Taking a link back without a connection: it opens until the server hears of it, and the list says so. */
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import type { Link } from '@kontor/contract/nouns/link';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { revokeLink } from './actions.ts';
import { LinkRow } from './linkRow.tsx';
import { useLinks } from './queries.ts';

const asked = vi.hoisted(() => [] as string[]);
vi.mock('../../../ui/overlay/confirm.tsx', () => ({
  confirm: async ({ body }: { body: string }) => asked.push(body) > 0,
}));
vi.mock('../../../platform/workspace/calls.ts', () => ({}));

const List = () => (
  <MantineProvider>
    {useLinks().map((link) => (
      <LinkRow key={link.id} link={link} uses={undefined} makerName="Ada" />
    ))}
  </MantineProvider>
);

it('goes on showing the link until the connection is back', async () => {
  const device = createDevice();
  const replica = await openOn(device, new ProtocolServer());
  const sent = async () => {
    await replica.outbox.sent();
    await replica.pull();
  };
  // Nothing is known of who works here.
  const records = { ...replica, log: observable(undefined), serverTime: () => undefined };
  provideWorkspace({ records, userId: device.userId } as unknown as OpenWorkspace);
  const list = [{ id: replica.id, allowsLinks: true }];
  provideSession({ subscribe: () => () => {}, workspaces: { list } } as unknown as Session);
  const { id } = createProject(replica, { name: 'Neubau' });
  const file = replica.create('document', id, { kind: 'file', name: 'Plan.pdf', fileKey: 'k' });
  const { id: linkId } = replica.create('link', id, {
    documentId: file.id,
    makerId: device.userId,
    verifier: '',
    expiresAt: Date.now() + 60_000,
    maxDownloads: 0,
    kind: 'file',
    name: 'Plan.pdf',
    fragment: '',
    files: 1,
    size: 1,
    parts: [],
    createdAt: 1,
  });
  await sent();
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(<List />);
  const says = (text: string) => vi.waitFor(() => expect(place.textContent).toContain(text));
  const revoke = () => revokeLink(replica.collections.link.get(linkId) as Link);
  await says('Until');

  device.connection.isOffline = true;
  await replica.pull();
  await revoke();
  expect(asked).toEqual([expect.stringContaining('goes on opening')]);
  expect(replica.collections.link.get(linkId)).toBeUndefined();
  await says('Revoked here; it still opens until the server knows');
  expect(place.querySelector('button')).toBeNull();

  device.connection.isOffline = false;
  await sent();
  await vi.waitFor(() => expect(place.querySelector('li')).toBeNull());
  root.unmount();
  await replica.close();
});
