// @vitest-environment happy-dom
/** Text typed into an entry or an absence comes back, its day and its reason, too; whatever would take it away asks before. */
import { createHours } from '@kontor/client/nouns/workingTime';
import type { Replica } from '@kontor/client/replica/replica';
import { anyAuthor } from '@kontor/client/replica/testing/clearVault';
import { createDevice, openOn, until, workspaceId } from '@kontor/client/replica/testing/client';
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
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetDrafts } from '../../platform/draft/drafts.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { AbsencePanel } from './absencePanel.tsx';
import { EntryPanel } from './entryPanel.tsx';

const asked = vi.hoisted(() => vi.fn(async () => false));
vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm: asked }));
vi.mock('../../features/timeEntry/month/queries.ts', () => ({ useClosedMonth: () => 'May 2026' }));
vi.stubGlobal('CSS', { supports: () => true, escape: (name: string) => name });

// happy-dom has no fonts, to which fields that grow listen.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  forgetDrafts();
});

async function show(
  Panel: ComponentType<{ item: string | undefined; close: () => void }>,
  close: () => void,
  item?: string,
) {
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '$workspace',
    component: () => <Panel item={item} close={close} />,
  });
  const history = createMemoryHistory({ initialEntries: [`/${workspaceId}`] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  const rendered = createRoot(document.body.appendChild(document.createElement('div')));
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const field = (label = 'Reason') =>
    [...document.querySelectorAll('input')].find((each) => each.labels?.[0]?.textContent.startsWith(label));
  await until(() => field() !== undefined);
  const end = () => {
    rendered.unmount();
    document.body.replaceChildren();
  };
  ends.push(end);
  return { field: (label?: string) => field(label)!, end };
}

type Sheet = Awaited<ReturnType<typeof show>>;

function type(sheet: Sheet, value: string, label?: string): void {
  const field = sheet.field(label);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

async function open() {
  const device = createDevice(anyAuthor);
  const replica = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  ends.push(() => replica.close());
  provideWorkspace({ records: replica, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  createHours(replica, '019a0000-0000-7000-8000-0000000000c1', device.userId);
  return replica;
}

it.each([
  ['an entry', EntryPanel],
  ['an absence', AbsencePanel],
])('is the reason of %s', async (_, Panel) => {
  await open();
  asked.mockClear();
  const close = vi.fn();
  const sheet = await show(Panel, close);
  type(sheet, 'Forgotten');
  sheet.field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await until(() => asked.mock.calls.length > 0 || close.mock.calls.length > 0);
  expect(close).not.toHaveBeenCalled();
  sheet.end();
  const again = await show(Panel, close);
  expect(again.field().value).toBe('Forgotten');
});

it.each([
  ['an entry', EntryPanel, ['Day']],
  ['an absence', AbsencePanel, ['From', 'To']],
])('is the day of %s, though another day has begun', async (_, Panel, labels) => {
  await open();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 4, 4, 12) });
  ends.push(() => vi.useRealTimers());
  const monday = await show(Panel, () => {});
  const days = (sheet: Sheet) => labels.map((label) => sheet.field(label).value);
  const before = days(monday);
  expect(before[0]).toMatch(/4/);
  type(monday, 'Forgotten');
  monday.end();
  vi.setSystemTime(new Date(2026, 4, 5, 12));
  expect(days(await show(Panel, () => {}))).toEqual(before);
});

const madeEntry = (replica: Replica) => {
  const from = Date.now() - 5 * 86_400_000;
  return replica.create('timeEntry', replica.collections.workingTime.all()[0]!.id, {
    taskId: 'roof',
    projectId: 'villa',
    taskTitle: '',
    projectName: '',
    isBillable: true,
    status: 'DONE',
    zone: 'Europe/Berlin',
    segments: [{ from, to: from + 1 }],
  }).id;
};

it.each([
  ['goes, with its reason alone, unasked', [], 0],
  ['goes not unasked where its day was changed', ['Day'], 1],
] as const)('%s', async (_, others, questions) => {
  const replica = await open();
  const id = madeEntry(replica);
  asked.mockClear();
  const sheet = await show(EntryPanel, () => {}, id);
  type(sheet, 'Twice');
  for (const label of others) type(sheet, 'yesterday', label);
  const isThere = () => replica.collections.timeEntry.get(id) !== undefined;
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete')!.click();
  await until(() => asked.mock.calls.length > 0 || !isThere());
  expect([asked.mock.calls.length, isThere()]).toEqual([questions, questions > 0]);
});

it('asks for the reason before it asks whether an absence is to go', async () => {
  const replica = await open();
  const scopeId = replica.collections.workingTime.all()[0]!.id;
  const days = { from: '2026-05-04', to: '2026-05-05' };
  const { id } = replica.create('absence', scopeId, { kind: 'vacation', ...days, isHalf: false });
  asked.mockClear();
  const sheet = await show(AbsencePanel, () => {}, id);
  const press = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete')!.click();
  press();
  await until(() => asked.mock.calls.length > 0 || sheet.field().matches('[aria-invalid="true"]'));
  expect(asked).not.toHaveBeenCalled();
  type(sheet, 'Never taken');
  press();
  await until(() => asked.mock.calls.length === 1);
});

it('says by which clock the times are, where it is not the device’s', async () => {
  const replica = await open();
  const zone = 'Pacific/Kiritimati';
  const from = Date.now() - 5 * 86_400_000;
  replica.create('timeEntry', replica.collections.workingTime.all()[0]!.id, {
    taskId: 'roof',
    projectId: 'villa',
    taskTitle: '',
    projectName: '',
    isBillable: true,
    status: 'DONE',
    zone,
    segments: [{ from, to: from + 1 }],
  });
  const sheet = await show(EntryPanel, () => {});
  expect(document.body.textContent).not.toContain('Times in');
  type(sheet, 'yesterday', 'Day');
  await until(() => document.body.textContent.includes(`Times in ${zone}`));
});
