// @vitest-environment happy-dom
/** The documents of a task: one that goes while it is in view leaves what was typed about it. */
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { TaskDocuments } from './taskDocuments.tsx';

vi.mock('./preview/previewPane.tsx', () => ({
  PreviewPane: ({ document }: { document: { name: string } }) => <output>{document.name}</output>,
}));

it('shows what is left of a document that somebody deletes while it is in view', async () => {
  const device = createDevice();
  const replica = await openOn(device, new ProtocolServer());
  const { id: scopeId } = createProject(replica, { name: 'House' });
  const task = replica.create('task', scopeId, { title: 'Roof' });
  const file = { kind: 'file', taskId: task.id, createdBy: '', createdAt: 1 } as const;
  const [plan] = ['Plan.bin', 'Offer.bin'].map((name) =>
    replica.create('document', scopeId, { ...file, name }),
  );
  const records = Object.assign(replica, { serverTime: () => undefined });
  const uploads = { entries: { get: () => [], subscribe: () => () => {} } };
  provideWorkspace({ records, uploads, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const root = createRootRoute({
    component: () => (
      <TaskDocuments
        task={{ ...task, scopeId }}
        workspace="w"
        people={new Map()}
        customer={undefined}
        left={(id) => <p>What is left of {id}</p>}
      />
    ),
  });
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const rendered = createRoot(document.body.appendChild(document.createElement('div')));
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const link = () => document.querySelector<HTMLAnchorElement>('a[title="Plan.bin"]');
  await expect.poll(link).toBeTruthy();
  link()!.click();
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('Plan.bin');
  expect(document.body.textContent).not.toContain('What is left');
  // One that was moved is not gone.
  replica.update('document', plan!.id, { taskId: undefined });
  await expect.poll(() => document.querySelector('output')).toBeNull();
  expect(document.body.textContent).not.toContain('What is left');
  replica.remove('document', plan!.id);
  await expect.poll(() => document.body.textContent).toContain(`What is left of ${plan!.id}`);
  rendered.unmount();
  await replica.close();
});
