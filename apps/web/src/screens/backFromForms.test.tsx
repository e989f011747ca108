// @vitest-environment happy-dom
/** "Back" behind a form that made something leads to the page on which the form was opened, and not into an empty form. */
import { createProject } from '@kontor/client/nouns/project';
import { createRoom } from '@kontor/client/nouns/room';
import { observable } from '@kontor/client/observable';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn, workspaceId } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetDrafts, keepDraft } from '../platform/draft/drafts.ts';
import { provideSession } from '../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../platform/workspace/workspace.ts';
import { typeInto } from '../testing/typeInto.ts';
import { RoomPanel } from './chat/roomPanel.tsx';
import { CustomerPanel } from './customers/customerPanel.tsx';
import { ProjectPanel } from './projects/projectPanel.tsx';
import { AskToSign } from './signatures/ask.tsx';
import { CreateWorkspace } from './workspaces/create.tsx';

vi.mock('@kontor/client/team/createCustomer', async (original) => ({
  ...(await original<object>()),
  createCustomer: async () => undefined,
}));
vi.mock('../features/member/queries.ts', async (original) => ({
  ...(await original<object>()),
  useColleagues: () => new Map(),
}));
vi.mock('@kontor/client/nouns/entryOf', () => ({ entryOf: () => undefined }));
vi.mock('@kontor/client/nouns/signingActs', async (original) => ({
  ...(await original<object>()),
  scopeOfSigning: () => 'scope',
}));
vi.mock('../features/sync/notices.tsx', () => ({ SyncNotices: () => null }));
vi.mock('../ui/person/admittedBy.tsx', () => ({ AdmittedBy: () => null }));
vi.mock('../platform/workspace/serverTerms.ts', () => ({ useServerTerms: () => undefined }));
const opened = vi.hoisted(() => ({ bytes: { sha256: 'sum', blob: new Blob() } }));
vi.mock('./signatures/signedFrame.tsx', () => ({ SignedFrame: () => null, useBytes: () => opened }));
vi.mock('../features/signing/finished/judgeFile.ts', () => ({ judgeFile: async () => 'fine' }));
vi.mock('../features/signing/actions.ts', async (original) => ({
  ...(await original<object>()),
  ask: () => 'asked',
}));

// happy-dom has no fonts, to which fields that grow listen.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

let records: Replica;
let userId: string;
let end = () => {};

beforeEach(async () => {
  const device = createDevice();
  ({ userId } = device);
  records = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  const uploads = { entries: observable([]) };
  provideWorkspace({
    records: { ...records, scopeOf: (kind: string) => kind },
    uploads,
    userId,
  } as unknown as OpenWorkspace);
  const workspaces = { list: [], create: async () => workspaceId };
  provideSession({
    subscribe: () => () => {},
    workspaces,
    user: { id: userId, hasKit: true },
  } as unknown as Session);
});
afterEach(async () => {
  end();
  forgetDrafts();
  document.body.replaceChildren();
  await records.close();
});

/** Shows a form that was opened on a page. Returns what waits until it led elsewhere, and expects that "back" leads to that page. */
async function open(form: ReactNode, path: string, search = {}) {
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const list = `/${workspaceId}/list`;
  const component = () => form;
  const pages = ['/', 'signatures/ask/$document', '$'].map((path) =>
    createRoute({ getParentRoute: () => workspace, path, component }),
  );
  const create = createRoute({ getParentRoute: () => root, path: 'create', component });
  const router = createRouter({
    routeTree: root.addChildren([create, signedIn.addChildren([workspace.addChildren(pages)])]),
    history: createMemoryHistory({ initialEntries: [list] }),
  });
  const rendered = createRoot(document.body.appendChild(document.createElement('div')));
  end = () => rendered.unmount();
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await router.navigate({ to: path, search } as never);
  await vi.waitFor(() => expect(document.querySelector('form, h1')).not.toBeNull());
  const place = () => router.state.location.href;
  const past = async () => {
    await vi.waitFor(() => expect(place()).not.toBe(formAt));
    router.history.back();
    await vi.waitFor(() => expect(place()).toBe(list));
  };
  const formAt = place();
  return { past };
}

const panelAt = `/${workspaceId}/list`;
const field = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.startsWith(label),
  );
  return document.getElementById(found!.htmlFor) as HTMLInputElement;
};
const send = () => document.querySelector('form')!.requestSubmit();

it.each([
  ['project', 'Name', <ProjectPanel key="p" item={undefined} close={() => {}} />],
  ['customer', 'Company name', <CustomerPanel key="c" item={undefined} close={() => {}} />],
  ['room', 'Name', <RoomPanel key="r" item={undefined} close={() => {}} />],
])('leads past the form of a new %s', async (panel, label, form) => {
  const { past } = await open(form, panelAt, { panel });
  typeInto(field(label), 'Alder');
  send();
  await past();
});

it('leads past the form in which a room goes on in a new one', async () => {
  const ben = '019a0000-0000-7000-8000-0000000000bb';
  const by = { userId, at: 1 };
  const item = createRoom(records, { name: 'Site', topic: '', memberIds: [userId] }, 'private', by);
  // What the form holds with somebody let in.
  const base = { name: 'Site', topic: '', memberIds: [userId], access: 'private', past: 'kept' };
  keepDraft(`room ${item}`, { base, values: { ...base, memberIds: [userId, ben] } });
  const { past } = await open(<RoomPanel item={item} close={() => {}} />, panelAt, { panel: 'room', item });
  send();
  await past();
});

it('leads past the page on which people were asked to sign', async () => {
  const { id: project } = createProject(records, { name: 'House' });
  const file = { kind: 'file', name: 'Plan.pdf', blobId: 'b', createdAt: 1 } as const;
  const { id } = records.create('document', project, file);
  keepDraft(`ask ${id}`, { signerIds: [userId], isOrdered: true, message: '', deadline: '', fields: [] });
  const { past } = await open(<AskToSign />, `/${workspaceId}/signatures/ask/${id}`);
  const button = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Send');
    expect(found!.disabled).toBe(false);
    return found!;
  });
  button.click();
  await past();
});

it('leads past the form of a new workspace', async () => {
  const { past } = await open(<CreateWorkspace />, '/create');
  typeInto(field('Name'), 'Alder');
  send();
  await vi.waitFor(() => expect(field('Company name')).toBeTruthy());
  send();
  await past();
});
