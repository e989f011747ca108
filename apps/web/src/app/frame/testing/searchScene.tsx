/** The page and the palette of a search, over the real client and index, as tests open them. */
import { nameOfWords } from '@kontor/client/nouns/document';
import { aloneTab } from '@kontor/client/replica/tabs';
import { clearVault } from '@kontor/client/replica/testing/clearVault';
import { createDevice, hastyClock, openOn, until, workspaceId } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { openSearch } from '@kontor/client/searching/openSearch';
import { WriteBacklog } from '@kontor/client/searching/writeBacklog';
import type { Session } from '@kontor/client/session/session';
import type { Plan } from '@kontor/contract/billing/plan';
import type { Role } from '@kontor/contract/entity/role';
import { MantineProvider } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { v7 as uuidv7 } from 'uuid';
import { onTestFinished } from 'vitest';
import { forgetDrafts } from '../../../platform/draft/drafts.ts';
import { provideSession } from '../../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { Search } from '../../../screens/search/search.tsx';
import { typeInto } from '../../../testing/typeInto.ts';
import { Palette } from '../palette.tsx';

export const staffId = uuidv7();
export const adminsId = uuidv7();
/** The text of every file: at first what is almost a word that stands behind much else. */
export const words = `Der Wasserwagen kommt. ${'Gerüst und Plane. '.repeat(400)}Die Wasserwaage liegt im Keller.`;

/** Opens a workspace for somebody of a role. `asked`: the files whose words were fetched; `connection` leads to the server. */
export async function open(role: Role, plan: Plan = 'standard', isOffline = false) {
  const server = new ProtocolServer();
  server.addScope({ id: staffId, kind: 'staff', access: 'open' });
  server.addScope({ id: adminsId, kind: 'admins', access: 'open' });
  const device = createDevice();
  device.connection.isOffline = isOffline;
  const replica = await openOn(device, server, { role });
  if (!isOffline) await replica.pull();
  const vault = clearVault();
  const search = await openSearch({
    workspaceId,
    device: device.store,
    replica,
    backlog: new WriteBacklog(replica),
    clock: hastyClock,
    openTabs: () => ({ ...aloneTab(), close: () => {} }),
    vault: {
      sealLocal: (...it) => vault.sealLocal(...it),
      openLocal: (...it) => vault.openLocal(...it),
    } as Parameters<typeof openSearch>[0]['vault'],
    texts: { nameOf: nameOfWords, read: async () => ({ text: words, isDamaged: false }) },
  });
  const asked: string[] = [];
  const files = async () => ({
    downloads: {
      text: async ({ id }: { id: string }) => {
        asked.push(id);
        return words;
      },
    },
  });
  const answers: Promise<unknown>[] = [];
  const query: typeof search.query = (it) => {
    const answer = search.query(it);
    answers.push(answer);
    return answer;
  };
  const records = { ...replica, search: async () => ({ ...search, query }), files };
  provideWorkspace({ records, userId: device.userId } as unknown as OpenWorkspace);
  const list = [{ id: workspaceId, access: 'full', subscription: { plan, status: 'active' } }];
  provideSession({ subscribe: () => () => {}, workspaces: { list } } as unknown as Session);
  onTestFinished(forgetDrafts);
  onTestFinished(() => search.close());
  onTestFinished(() => replica.close());
  const sent = async () => {
    await replica.outbox.sent();
    await replica.pull();
  };
  const indexed = (count: number) =>
    until(() => search.progress.get().isComplete && search.progress.get().done === count);
  /** Waits until everything that was asked has been answered, and is shown. */
  const answered = async () => {
    await until(() => answers.length > 0);
    await Promise.all(answers);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return {
    replica,
    asked,
    server,
    sent,
    indexed,
    answered,
    userId: device.userId,
    connection: device.connection,
  };
}

/** Shows the page or the palette, and returns how to type and to read. `env`: 'default' closes with a transition. */
export async function show(
  at: 'search' | 'palette',
  first?: string,
  { env = 'test' }: { env?: 'default' | 'test' } = {},
) {
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const command = { id: 'c', group: 'goTo', label: 'Stundenzettel', icon: IconClock, run: () => {} } as const;
  const pages = [
    createRoute({ getParentRoute: () => workspace, path: 'search', component: Search }),
    createRoute({
      getParentRoute: () => workspace,
      path: 'palette',
      component: () => <Palette commands={[command]} workspace={workspaceId} />,
    }),
  ];
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([workspace.addChildren(pages)])]),
    history: createMemoryHistory({ initialEntries: [`/${workspaceId}/${at}`] }),
  });
  const body = document.createElement('div');
  document.body.append(body);
  const rendered = createRoot(body);
  rendered.render(
    <MantineProvider env={env}>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  onTestFinished(() => {
    rendered.unmount();
    document.body.replaceChildren();
  });
  const field = () => body.ownerDocument.querySelector('input');
  const read = () => document.body.textContent;
  const chips = () => [...document.querySelectorAll<HTMLElement>('[aria-label^="Filter"] > button')];
  await until(() => (first === undefined ? field() !== null : read().includes(first)));
  return {
    read,
    says: (text: string | RegExp) =>
      until(() => (typeof text === 'string' ? read().includes(text) : text.test(read()))),
    type: (text: string) => typeInto(field()!, text),
    click: (name: string) => {
      const buttons = [...document.querySelectorAll('button')];
      const found = buttons.find((each) =>
        (each.getAttribute('aria-label') ?? each.textContent).includes(name),
      );
      if (!found) throw new Error(`no button ${name} in: ${read()}`);
      found.click();
    },
    field: () => field()?.value,
    chips: () => chips().map(({ textContent }) => textContent),
    press: (name: string) =>
      chips()
        .find(({ textContent }) => textContent.startsWith(name))!
        .click(),
    lines: () => [...document.querySelectorAll('ul li a')].map(({ textContent }) => textContent),
    marks: () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent),
  };
}
