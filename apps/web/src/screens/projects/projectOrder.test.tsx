// @vitest-environment happy-dom
/** The order of projects by progress, while their tasks come. */
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { useProjectList } from './projects.tsx';

it('orders no projects by progress before all tasks are here', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  provideWorkspace({ records: { ...replica, loaded }, userId: 'ada' } as unknown as OpenWorkspace);
  const [roof, bridge] = ['Roof', 'Bridge'].map((name) => createProject(replica, { name }));
  replica.create('task', roof!.id, { title: 'Beams', status: 'DONE' });
  const people = new Map();
  const Order = () => String(Math.sign(useProjectList(people).orders.progress!(roof!, bridge!)));
  const element = document.createElement('div');
  const root = createRoot(element);
  flushSync(() => root.render(<Order />));
  expect(element.textContent).toBe('0');
  flushSync(() => loaded.set({ scopes: new Set([roof!.id]), heads: true, isComplete: false }));
  expect(element.textContent).toBe('0');
  flushSync(() => loaded.set({ scopes: new Set(), heads: true, isComplete: true }));
  expect(element.textContent).toBe('1');
  flushSync(() => root.unmount());
  await replica.close();
});
