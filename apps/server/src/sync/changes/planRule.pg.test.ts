/** Nouns that are part of some plans: what is new takes the plan; what is there stays readable whatever is paid. */
import type { Plan } from '@kontor/contract/billing/plan';
import { personnelId } from '@kontor/contract/nouns/personnel';
import type { SubscriptionAccess } from '@kontor/contract/server/subscription';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createWorkspace,
  newId,
  recordChange,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;

beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

const onPlan = (plan: Plan, access: SubscriptionAccess = 'full') =>
  server.services.db
    .updateTable('subscription')
    .set({ plan, access, status: 'active' })
    .where('workspace_id', '=', workspace.id)
    .execute();

const send = async (name: Parameters<typeof recordChange>[0], args: object, scope = workspace.staff) => {
  const made = recordChange(name, { scopeId: scope.id, kid: scope.kid, ...args });
  const { status, body } = await change(workspace.owner, workspace.id, made);
  return status === 200 ? 'done' : body.code;
};

const ask = (scope = workspace.staff, more: object = {}) => {
  const askerId = workspace.owner.userId;
  return send('signing.create', { refs: { askerId, signerIds: [askerId], blobs: [] }, ...more }, scope);
};

it('asking takes the plan; answering, reminding, withdrawing and the agreement do not', async () => {
  const userId = workspace.owner.userId;
  const signingId = newId();
  await onPlan('professional');
  expect(await ask(workspace.staff, { id: signingId })).toBe('done');
  await onPlan('standard');
  expect(await ask()).toBe('NOT_IN_PLAN');
  const id = newId();
  expect(await ask(workspace.admins, { id })).toBe('done');
  const asked = (name: 'signing.create' | 'signing.delete', { id: scopeId, kid }: typeof workspace.staff) =>
    recordChange(name, {
      id,
      scopeId,
      kid,
      version: 2,
      refs: { askerId: userId, signerIds: [], blobs: [] },
    });
  const moved = [asked('signing.create', workspace.staff), asked('signing.delete', workspace.admins)];
  expect((await change(workspace.owner, workspace.id, ...moved)).body).not.toHaveProperty('code');
  expect(await send('signingReminder.create', { refs: { signingId, notifyIds: [userId] } })).toBe('done');
  expect(await send('signingAnswer.create', { refs: { signingId, userId, notifyIds: [] } })).toBe('done');
  const refs = { askerId: userId, signerIds: [userId], blobs: [] };
  expect(await send('signing.update', { id: signingId, version: 2, refs })).toBe('done');
});

it('what was signed is read without the plan, while nothing is paid, and when the subscription has ended', async () => {
  for (const [plan, access] of [
    ['basic', 'full'],
    ['professional', 'readOnly'],
    // By those who can pay.
    ['basic', 'closed'],
  ] as const) {
    await onPlan(plan, access);
    const { answer } = await sync(workspace.owner, { workspaceId: workspace.id });
    const rows = answer.scopes.find(({ id }) => id === workspace.staff.id)!.rows;
    const nouns = new Set(rows.map(({ entity }) => entity));
    expect([nouns.has('signing'), nouns.has('signingAnswer')]).toEqual([true, true]);
  }
});

it('personnel files take the plan; deleting one does not', async () => {
  const { admins } = workspace;
  const userId = workspace.owner.userId;
  const id = personnelId(userId);
  await onPlan('basic');
  expect(await send('personnel.create', { id, refs: { userId } }, admins)).toBe('NOT_IN_PLAN');
  await onPlan('standard');
  expect(await send('personnel.create', { id, refs: { userId } }, admins)).toBe('done');
  await onPlan('basic');
  expect(await send('personnel.update', { id, version: 2, refs: { userId } }, admins)).toBe('NOT_IN_PLAN');
  expect(await send('personnel.delete', { id, version: 2, refs: { userId } }, admins)).toBe('done');
});
