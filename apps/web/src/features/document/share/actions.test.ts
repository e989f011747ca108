/** Sharing with a customer: what is said beforehand is all that will be seen. */
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideWorkspace } from '../../../platform/workspace/workspace.ts';
import type { Question } from '../../../ui/overlay/confirm.tsx';
import { confirmRevoke, confirmShare } from './actions.ts';

const said = vi.hoisted(() => [] as string[]);
vi.mock('../../../platform/toasts.tsx', () => {
  const say = (message: string) => said.push(message);
  return { toast: { error: say, success: say, info: say } };
});
const asked = vi.hoisted(() => ({
  questions: [] as Question[],
  /** A colleague's acts, each while one of the questions stands. */
  meanwhile: [] as (() => void)[],
}));
vi.mock('../../../ui/overlay/confirm.tsx', () => ({
  confirm: async (question: Question) => {
    asked.questions.push(question);
    asked.meanwhile.shift()?.();
    return true;
  },
}));

const customer = { id: '019a0000-0000-7000-8000-0000000000c1', name: 'Haus Ast' };
const log = observable<{ members: Map<string, unknown> }>({ members: new Map() });
const joins = (userId: string) =>
  log.set({ members: new Map([[userId, { userId, customerId: customer.id, status: 'ACTIVE' }]]) });
let ada: Replica;
let device: ReturnType<typeof createDevice>;
let scopeId: string;

beforeEach(async () => {
  said.length = 0;
  Object.assign(asked, { questions: [], meanwhile: [] });
  device = createDevice();
  ada = await openOn(device, new ProtocolServer());
  log.set({ members: new Map() });
  provideWorkspace({ records: { ...ada, log }, userId: 'ada' } as never);
  scopeId = createProject(ada, { name: 'Villa' }).id;
  ada.transaction((transaction) => {
    transaction.createScope({ id: customer.id, kind: 'customer', access: 'open' });
    ada.create('customer', customer.id, { id: customer.id, name: customer.name, type: 'COMPANY' });
  });
  ada.update('project', scopeId, { customerId: customer.id });
});
afterEach(() => ada.close());

const folder = (name: string, parentId?: string) =>
  ada.create('document', scopeId, { kind: 'folder', name, ...(parentId && { parentId }) });
const documentsOf = (...all: { id: string }[]) => all.map(({ id }) => ada.collections.document.get(id)!);
const isShared = ({ id }: { id: string }) => ada.collections.share.where('documentId', id).length > 0;

it('names the folders on the way to each of what is shared', async () => {
  const offers = folder('Offers');
  const [internal, plans] = [folder('Internal', offers.id), folder('Plans')];
  const shared = [folder('A', plans.id), folder('B', internal.id), folder('C', plans.id), folder('D')];
  await confirmShare(documentsOf(...shared), customer);
  expect(asked.questions.map(({ body }) => body)).toEqual([
    expect.stringContaining('the folders on the way (Plans, Offers / Internal) are shown'),
  ]);
  expect(shared.every(isShared)).toBe(true);
});

it('asks anew where somebody moved it meanwhile', async () => {
  const [plans, internal] = [folder('Plans'), folder('Internal')];
  const plan = folder('Plan', plans.id);
  asked.meanwhile = [() => ada.update('document', plan.id, { parentId: internal.id })];
  await confirmShare(documentsOf(plan), customer);
  expect(asked.questions.map(({ body }) => /\((.*)\)/.exec(body as string)?.[1])).toEqual([
    'Plans',
    'Internal',
  ]);
  expect(isShared(plan)).toBe(true);
});

it('says so where what was to be shared is gone', async () => {
  const plan = folder('Plan');
  asked.meanwhile = [() => ada.remove('document', plan.id)];
  await confirmShare(documentsOf(plan), customer);
  expect(said).toEqual(['Sharing could not be changed.']);
});

it('promises nothing to happen at once without a connection', async () => {
  const plan = folder('Plan');
  await ada.outbox.sent();
  device.connection.isOffline = true;
  await ada.pull();
  await confirmShare(documentsOf(plan), customer);
  await confirmRevoke(documentsOf(plan), customer);
  const body = asked.questions.at(-1)?.body;
  expect(body).toContain('This device is offline: Haus Ast goes on seeing it until it is connected again.');
  expect(said).toEqual([
    'Haus Ast sees it once this device is connected again.',
    'Haus Ast goes on seeing it until this device is connected again.',
  ]);
  expect(isShared(plan)).toBe(false);
  device.connection.isOffline = false;
  await ada.pull();
  said.length = 0;
  await confirmShare(documentsOf(plan), customer);
  await confirmRevoke(documentsOf(plan), customer);
  expect(asked.questions.at(-1)?.body).toContain('It disappears for Haus Ast at once.');
  expect(said).toEqual(['Haus Ast sees it now.', 'Haus Ast does not see it any more.']);
});

it('shares nothing with a customer whose it is not any more by the answer', async () => {
  const other = createProject(ada, { name: 'Hall' }).id;
  const [plan, sketch] = [folder('Plan'), folder('Sketch')];
  asked.meanwhile = [
    () => ada.move('document', plan.id, { scopeId: other, fields: {} }),
    () => ada.update('project', scopeId, { customerId: undefined }),
  ];
  await confirmShare(documentsOf(plan, sketch), customer);
  expect(asked.questions.map(({ title }) => title)).toEqual([
    'Share 2 items with Haus Ast?',
    'Share “Sketch” with Haus Ast?',
  ]);
  expect(said).toEqual(['Sharing could not be changed.']);
  expect([plan, sketch].filter(isShared)).toEqual([]);
});

it('asks anew where somebody joins for the customer while the question stands', async () => {
  const plan = folder('Plan');
  asked.meanwhile = [() => joins('019a0000-0000-7000-8000-0000000000e1')];
  await confirmShare(documentsOf(plan), customer);
  expect(asked.questions.map(({ body }) => body)).toEqual([
    expect.stringContaining('Haus Ast has no users yet.'),
    expect.stringContaining('Who can read it then: 1 user of Haus Ast'),
  ]);
  expect(isShared(plan)).toBe(true);
});
