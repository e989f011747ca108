// @vitest-environment happy-dom
/** Hits of nouns that nobody ships: their kinds and lines follow from what they lie in. */
import { createProject } from '@kontor/client/nouns/project';
import type { Replica } from '@kontor/client/replica/replica';
import { clearVault } from '@kontor/client/replica/testing/clearVault';
import { createDevice, openOn, until, workspaceId } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import type { EntityName } from '@kontor/contract/nouns/entities';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { kinds } from './kinds.ts';
import { useLineOf } from './makers.tsx';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

let history: RouterHistory;
const probe = (name: string) => name as EntityName;

/** Returns what makes the lines of an open workspace. */
async function lineMaker(replica: Replica, userId: string): Promise<ReturnType<typeof useLineOf>> {
  provideWorkspace({
    records: replica,
    uploads: { entries: { get: () => [] } },
    userId,
  } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  let made: ReturnType<typeof useLineOf> | undefined;
  const Lines = () => {
    made = useLineOf(workspaceId, { archived: new Set() });
    return null;
  };
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '$workspace', component: Lines });
  history = createMemoryHistory({ initialEntries: [`/${workspaceId}`] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  const rendered = createRoot(document.body.appendChild(document.createElement('div')));
  rendered.render(<RouterProvider router={router as never} />);
  ends.push(() => rendered.unmount());
  await until(() => made !== undefined);
  return made!;
}

it('shows a noun without lines of its own as what it lies in, by its words', async () => {
  const device = createDevice();
  const replica = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  ends.push(() => replica.close());
  const { id: scopeId } = createProject(replica, { name: 'House' });
  const { id: taskId } = replica.create('task', scopeId, { title: 'Paint' });
  const make = (note: string) => {
    const fields: object = { taskId, userId: device.userId, note };
    return replica.create(probe('probeEntry'), scopeId, fields);
  };
  const [entry, lost] = [make('Two coats'), make('')];
  const lineOf = await lineMaker(replica, device.userId);
  expect(kinds.tasks).toContain('probeEntry');
  expect(lineOf(probe('probeEntry'), entry.id)).toMatchObject({
    label: 'Two coats',
    place: 'Paint · House',
    query: { panel: 'task', item: taskId },
  });
  expect(lineOf(probe('probeEntry'), lost.id)).toBeUndefined();
  expect(lineOf(probe('probeEntry'), taskId)).toBeUndefined();
  replica.remove('task', taskId);
  expect(lineOf(probe('probeEntry'), entry.id)).toBeUndefined();
});

it('finds a customer’s people where they are, not those who left or came to another customer', async () => {
  const device = createDevice();
  const [alder, birke] = ['a1', 'b1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [
    string,
    string,
  ];
  const [here, moved, gone] = ['01', '02', '03'].map((end) => `019a0000-0000-7000-8000-0000000001${end}`);
  const guest = { role: 'CUSTOMER', status: 'ACTIVE' } as const;
  const members = [
    { userId: device.userId, role: 'ADMIN', status: 'ACTIVE' },
    { ...guest, userId: here!, customerId: alder },
    { ...guest, userId: moved!, customerId: birke },
  ] as const;
  const replica = await openOn(device, new ProtocolServer(), { vault: () => clearVault(members) });
  ends.push(() => replica.close());
  await replica.pull();
  replica.transaction((transaction) => {
    transaction.createScope({ id: alder, kind: 'customer', access: 'open' });
    replica.create('customer', alder, { id: alder, name: 'Alder AG', type: 'COMPANY' });
  });
  const [inside, left, removed] = [here, moved, gone].map(
    (userId) =>
      replica.create('customerUser', alder, { userId: userId!, firstName: 'Gus', lastName: 'Ast', email: '' })
        .id,
  );
  const lineOf = await lineMaker(replica, device.userId);
  expect(lineOf('customerUser', inside!)).toMatchObject({ label: 'Gus Ast' });
  expect(lineOf('customerUser', left!)).toBeUndefined();
  expect(lineOf('customerUser', removed!)).toBeUndefined();
});

it('leads to a comment at its place in its task', async () => {
  const device = createDevice();
  const replica = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  ends.push(() => replica.close());
  const { id: scopeId } = createProject(replica, { name: 'House' });
  const { id: taskId } = replica.create('task', scopeId, { title: 'Paint' });
  const content = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Two?' }] }],
  };
  const { id } = replica.create('comment', scopeId, {
    taskId,
    userId: device.userId,
    notifyIds: [],
    content,
    createdAt: 1,
  });
  const line = (await lineMaker(replica, device.userId))('comment', id)!;
  expect(line).toMatchObject({ query: { panel: 'task', item: taskId }, hash: `comment-${id}` });
  line.open();
  await until(() => history.location.search !== '');
  expect(history.location.href).toBe(`/${workspaceId}?panel=task&item=${taskId}#comment-${id}`);
});

it('shows an absence without days, which only a hostile client stores', async () => {
  const device = createDevice();
  const replica = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  ends.push(() => replica.close());
  const { id: scopeId } = createProject(replica, { name: 'House' });
  const { id } = replica.create('absence', scopeId, { kind: 'sickness' } as never);
  const lineOf = await lineMaker(replica, device.userId);
  expect(lineOf('absence', id)?.place).not.toMatch(/Invalid|·$/);
});
