// @vitest-environment happy-dom
/** The search fields of lists while the index is not whole, does not answer, or answers late. */

import { createProject } from '@kontor/client/nouns/project';
import type { Observable } from '@kontor/client/observable';
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
import { afterEach, describe, expect, it } from 'vitest';
import { Explorer } from '../../features/document/explorer/explorer.tsx';
import { forgetDrafts } from '../../platform/draft/drafts.ts';
import { speak } from '../../platform/text/locale.ts';
import { matches } from '../../platform/text/matches.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { Tasks } from '../../screens/projects/tasks.tsx';
import { SettingsUsers } from '../../screens/settings/users.tsx';
import { heldSearch, wholeIndex } from '../../testing/heldSearch.ts';
import { typeInto } from '../../testing/typeInto.ts';
import { RecordList } from './recordList.tsx';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  document.body.replaceChildren();
  forgetDrafts();
});

const still = <T,>(value: T): Observable<T> => ({ get: () => value, subscribe: () => () => {} });

/** The lists with a search field. */
const lists = ['records', 'tasks', 'documents', 'users'] as const;
type List = (typeof lists)[number];

const matchesName = ({ name }: { name: string }, query: string) => matches(name, query);
const columns = [{ key: 'name', header: 'Name', cell: ({ name }: { name: string }) => name }];
const orders = {};

interface ProjectsProps {
  collection: Replica['collections']['project'];
  onOpen: (project: { id: string }) => void;
}

const Projects = ({ collection, onOpen }: ProjectsProps) => (
  <RecordList
    noun="project"
    title="Projects"
    create={null}
    collection={collection}
    columns={columns}
    orders={orders}
    reads={orders}
    matches={matchesName}
    matchReads={[]}
    onOpen={onOpen}
    search="Search"
    none=""
    onlyArchived=""
    noneFound={(query) => `No project matches “${query}”.`}
  />
);

/** Shows a list of two records over a search that answers as `find` says. */
async function open(list: List, find: Parameters<typeof heldSearch>[0]) {
  const device = createDevice();
  const server = new ProtocolServer();
  const staff = crypto.randomUUID();
  server.addScope({ id: staff, kind: 'staff', access: 'open' });
  const replica = await openOn(device, server, { role: 'ADMIN' });
  await replica.pull();
  const { id: project } = createProject(replica, { name: 'Neubau' });
  const file = { kind: 'file', createdBy: '', createdAt: 1 } as const;
  const make: Record<List, (name: string) => string> = {
    records: (name) => createProject(replica, { name }).id,
    tasks: (title) => replica.create('task', project, { title }).id,
    documents: (name) => replica.create('document', project, { ...file, name }).id,
    users: () => crypto.randomUUID(),
  };
  const [first, second] = ['Dach', 'Keller'].map(make[list]);
  const asked: string[] = [];
  const opened: string[] = [];
  const held = heldSearch((query) => {
    asked.push(query.text);
    return find(query);
  });
  const members = ['Dach', 'Keller'].map((lastName, i) => ({
    userId: [first, second][i],
    firstName: '',
    lastName,
    email: '',
    role: 'EMPLOYEE',
    status: 'ACTIVE',
  }));
  const team = {
    members: still(members),
    invitations: still([]),
    hints: async () => undefined,
    leavers: async () => [],
  };
  const teamOpen = Object.assign(Promise.resolve(team), { status: 'fulfilled', value: team });
  const records = {
    ...replica,
    search: async () => held.search,
    team: () => teamOpen,
    serverTime: () => undefined,
    invalidations: still(0),
  };
  const uploads = { entries: still([]) };
  provideWorkspace({ records, uploads, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({
    subscribe: () => () => {},
    workspaces: { list: [] },
    connection: { state: 'connected' },
  } as unknown as Session);
  const pages: Record<List, [path: string, component: () => ReactNode]> = {
    records: [
      'projects',
      () => <Projects collection={replica.collections.project} onOpen={({ id }) => opened.push(id)} />,
    ],
    tasks: ['projects/$space/tasks', Tasks],
    documents: [
      'projects/$space/documents/{-$folder}',
      () => (
        <Explorer
          workspace={workspaceId}
          root={{ scopeId: project }}
          path={undefined}
          file={undefined}
          people={new Map()}
          onShow={() => {}}
        />
      ),
    ],
    users: ['settings/users', SettingsUsers],
  };
  const [path, component] = pages[list];
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const page = createRoute({ getParentRoute: () => workspace, path, component });
  const at = path.replace('$space', project).replace('/{-$folder}', '');
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([workspace.addChildren([page])])]),
    history: createMemoryHistory({ initialEntries: [`/${workspaceId}/${at}`] }),
  });
  const rendered = createRoot(document.body.appendChild(document.createElement('div')));
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  ends.push(
    () => replica.close(),
    () => rendered.unmount(),
  );
  const text = () => document.body.textContent!;
  const field = () => document.querySelector<HTMLInputElement>('input[type="search"]')!;
  await expect.poll(field).toBeTruthy();
  await expect.poll(text).toContain('Keller');
  const type = (it: string) => typeInto(field(), it);
  return { ...held, first: first!, second: second!, asked: () => asked, opened, text, field, type };
}

describe.each(lists)('of %s', (name) => {
  it('says how far the index is in place of calling nothing found, until it is whole', async () => {
    const { progress, text, type } = await open(name, () => []);
    progress.set({ ...wholeIndex, isComplete: false, done: 1 });
    type('schiefer');
    await expect.poll(text).toContain('1 of 4 can be searched so far.');
    expect(text()).not.toMatch(/No .*schiefer|Nothing.*schiefer/);
    progress.set({ ...wholeIndex, isComplete: false, done: 1, isRebuilding: true });
    await expect.poll(text).toContain('was damaged and is made anew: 1 of 4.');
    await speak('de');
    await expect.poll(text).toContain('war beschädigt und wird neu angelegt: 1 von 4.');
    await speak('en');
    progress.set(wholeIndex);
    await expect.poll(text).toMatch(/schiefer/);
    expect(text()).not.toContain('1 of 4');
  });

  it('says that the search does not answer, and finds by name all the same', async () => {
    const { text, type } = await open(name, () => Promise.reject(new Error('worker died')));
    type('kell');
    await expect.poll(text).toContain('The search does not answer. Change the text to ask again.');
    expect(text()).toContain('Keller');
    type('schiefer');
    await expect.poll(text).not.toContain('Keller');
    await expect.poll(text).toContain('The search does not answer.');
    type('');
    await expect.poll(text).not.toContain('The search does not answer.');
  });

  it('keeps what the text before found until the answer to the next one is there', async () => {
    const late = Promise.withResolvers<readonly string[]>();
    const answers: Record<string, () => readonly string[] | Promise<readonly string[]>> = {
      schiefe: () => [list.first],
      schiefer: () => late.promise,
      ziegel: () => [],
    };
    const list: Awaited<ReturnType<typeof open>> = await open(name, ({ text }) => answers[text]!());
    list.type('schiefe');
    await expect.poll(list.text).not.toContain('Keller');
    await expect.poll(list.text).toContain('Dach');
    list.type('schiefer');
    await expect.poll(list.asked).toEqual(['schiefe', 'schiefer']);
    expect(list.text()).toContain('Dach');
    late.resolve([list.second]);
    await expect.poll(list.text).toContain('Keller');
    expect(list.text()).not.toContain('Dach');
    list.type('');
    await expect.poll(list.text).toContain('Dach');
    list.type('ziegel');
    await expect.poll(list.text).toMatch(/ziegel/);
    expect(list.text()).not.toMatch(/Dach|Keller/);
  });
});

describe.each(['tasks', 'documents'] as const)('of many %s', (name) => {
  it('are found by the index alone once it has every record, and by their names until then', async () => {
    const { progress, text, type } = await open(name, () => []);
    type('keller');
    await expect.poll(text).toContain('matches “keller”');
    expect(text()).not.toContain('Keller');
    progress.set({ ...wholeIndex, isComplete: false, done: 1 });
    await expect.poll(text).toContain('Keller');
    progress.set(wholeIndex);
    await expect.poll(text).not.toContain('Keller');
  });

  it('stay as they are until the first text is answered, and are found by their names where that takes long', async () => {
    const late = Promise.withResolvers<readonly string[]>();
    const shownAsked: boolean[] = [];
    const list = await open(name, () => {
      shownAsked.push(document.body.textContent!.includes('Dach'));
      return late.promise;
    });
    list.type('keller');
    await expect.poll(list.text).not.toContain('Dach');
    expect(list.text()).toContain('Keller');
    expect(shownAsked).toEqual([true]);
    late.resolve([list.first]);
    await expect.poll(list.text).toContain('Dach');
    expect(list.text()).not.toContain('Keller');
  });
});

it('opens by Enter what the answer to the text has first, and not what the text before found', async () => {
  const late = Promise.withResolvers<readonly string[]>();
  const list: Awaited<ReturnType<typeof open>> = await open('records', ({ text }) =>
    text === 'schiefe' ? [list.first] : late.promise,
  );
  const enter = (isComposing = false) =>
    list.field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing }));
  list.type('schiefe');
  await expect.poll(list.text).not.toContain('Keller');
  list.type('schiefer');
  await expect.poll(list.asked).toHaveLength(2);
  enter();
  expect(list.opened).toEqual([]);
  late.resolve([list.second]);
  await expect.poll(() => list.opened).toEqual([list.second]);
  enter();
  // Takes what an input method offers.
  enter(true);
  expect(list.opened).toEqual([list.second, list.second]);
});
