// @vitest-environment happy-dom
/** Documents among the hits of a search: what can be done with them where they lie can be done there. */
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { useDocumentMenus } from '../../features/document/explorer/documentMenus.tsx';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { moveInList } from '../../ui/list/arrowList.ts';
import { ResultGroup } from './resultGroup.tsx';

vi.mock('./fileWords.ts', () => ({ useExcerpt: () => undefined }));

it('has the menu of each document, with the customer of its place and its own folders, by keyboard', async () => {
  const server = new ProtocolServer();
  const staff = uuidv7();
  server.addScope({ id: staff, kind: 'staff', access: 'open' });
  const device = createDevice();
  const replica = await openOn(device, server, { role: 'ADMIN' });
  await replica.pull();
  const customerId = uuidv7();
  replica.transaction((transaction) => {
    transaction.createScope({ id: customerId, kind: 'customer', access: 'open' });
    replica.create('customer', customerId, {
      id: customerId,
      name: 'Alder AG',
      type: 'COMPANY',
      createdBy: '',
      createdAt: 0,
    });
  });
  const made = (scopeId: string, name: string, more = {}) =>
    replica.create('document', scopeId, { kind: 'file', name, createdBy: '', createdAt: 1, ...more }).id;
  const [neubau, own] = [
    createProject(replica, { name: 'Neubau', customerId }),
    createProject(replica, { name: 'Office' }),
  ];
  made(neubau.id, 'Plans', { kind: 'folder' });
  made(own.id, 'Papers', { kind: 'folder' });
  const hits = [
    made(neubau.id, 'Roof.pdf'),
    made(staff, 'Roof rent.pdf', { customerId }),
    made(own.id, 'Roof costs.pdf'),
  ];
  provideWorkspace({ records: replica, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const Hits = () => {
    const { menuOf, dialog } = useDocumentMenus(new Map());
    const lines = [...hits, 'of a signature'].map((id) => ({
      id,
      label: id,
      place: '',
      icon: null,
      query: {},
      open: () => {},
    }));
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: as the page has it
      <div onKeyDown={moveInList}>
        <ResultGroup
          group={{ kind: 'documents', count: lines.length, lines }}
          text=""
          menuOf={menuOf}
          onMore={() => {}}
        />
        {dialog}
      </div>
    );
  };
  const element = document.body.appendChild(document.createElement('div'));
  const rendered = createRoot(element);
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider
        router={
          createRouter({
            routeTree: createRootRoute({ component: Hits }),
            history: createMemoryHistory({ initialEntries: ['/'] }),
          }) as never
        }
      />
    </MantineProvider>,
  );
  const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  await expect.poll(() => element.querySelectorAll('li button').length).toBe(hits.length);
  /** Opens the menu of a hit, or closes it. */
  const toggle = (at: number) => {
    const link = element.querySelectorAll<HTMLElement>('li a')[at]!;
    link.focus();
    link.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    (document.activeElement as HTMLElement).click();
  };
  const offered = async (at: number) => {
    toggle(at);
    await expect.poll(() => items().length).toBeGreaterThan(0);
    return items().map(({ textContent }) => textContent);
  };
  const closed = async (at: number) => {
    toggle(at);
    await expect.poll(() => items().length).toBe(0);
  };
  expect(await offered(0)).toEqual(
    expect.arrayContaining(['Versions', 'Rename', 'Move', 'Share with Alder AG', 'Delete']),
  );
  await closed(0);
  expect(await offered(1)).toContain('Share with Alder AG');
  await closed(1);
  expect((await offered(2)).join()).not.toContain('Share with');
  items()
    .find(({ textContent }) => textContent === 'Move')!
    .click();
  const folders = () =>
    [...document.querySelectorAll('[role=dialog] li')].map(({ textContent }) => textContent);
  await expect.poll(folders).toEqual(['Documents', 'Papers']);
  rendered.unmount();
  await replica.close();
});
