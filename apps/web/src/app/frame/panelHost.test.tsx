// @vitest-environment happy-dom
/** A slide-over whose record is not here yet: nobody is told that it is gone. */
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { useSubjectIsHere } from './panelHost.tsx';

it('waits for the scope of what it is about, or for everything, and then stays', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  const need = vi.fn();
  provideWorkspace({ records: { ...replica, loaded, need }, userId: 'ada' } as unknown as OpenWorkspace);
  const { id } = createProject(replica, { name: 'Roof' });
  const element = document.createElement('div');
  const root = createRoot(element);
  const Panels = () => (
    <>
      {[
        useSubjectIsHere('task', undefined),
        useSubjectIsHere('project', id),
        useSubjectIsHere('task', 'unknown'),
        useSubjectIsHere('member', 'ada'),
      ].map((isHere) => (isHere ? '+' : '-'))}
    </>
  );
  const show = (next: Loaded) => {
    flushSync(() => loaded.set(next));
    return element.textContent;
  };
  flushSync(() => root.render(<Panels />));
  expect(element.textContent).toBe('+---');
  await expect.poll(() => need.mock.calls).toContainEqual([[id]]);
  expect(show({ scopes: new Set([id]), heads: true, isComplete: false })).toBe('++--');
  expect(show({ scopes: new Set(), heads: true, isComplete: false })).toBe('++--');
  expect(show({ scopes: new Set([id]), heads: true, isComplete: true })).toBe('++++');
  flushSync(() => root.unmount());
  await replica.close();
});

it('waits for the money of a project and the file of a customer, and for what the customer sees of a task', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer(), { role: 'ADMIN' });
  const [customerId, admins] = ['A', 'admins'];
  const scopes = observable(
    new Map([
      [customerId, { id: customerId, kind: 'customer' }],
      [admins, { id: admins, kind: 'admins' }],
    ]),
  );
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  const need = vi.fn();
  provideWorkspace({
    records: { ...replica, scopes, loaded, need },
    userId: 'ada',
  } as unknown as OpenWorkspace);
  replica.create('customer', customerId, { id: customerId, name: 'Alder', type: 'COMPANY', createdAt: 1 });
  const { id } = createProject(replica, { name: 'Roof', customerId });
  const taskId = replica.create('task', id, { title: 'Beams' }).id;
  const element = document.createElement('div');
  const root = createRoot(element);
  const Panels = () => (
    <>
      {[
        useSubjectIsHere('project', id),
        useSubjectIsHere('customer', customerId),
        useSubjectIsHere('task', taskId),
      ].map((isHere) => (isHere ? '+' : '-'))}
    </>
  );
  const show = (...ids: string[]) => {
    flushSync(() => loaded.set({ scopes: new Set(ids), heads: true, isComplete: false }));
    return element.textContent;
  };
  flushSync(() => root.render(<Panels />));
  expect(show(id)).toBe('---');
  await expect.poll(() => need.mock.calls).toContainEqual([[id, customerId, admins]]);
  expect(show(id, admins)).toBe('---');
  expect(show(id, customerId)).toBe('--+');
  expect(show(customerId, admins)).toBe('-++');
  expect(show(id, customerId, admins)).toBe('+++');
  flushSync(() => root.unmount());
  await replica.close();
});
