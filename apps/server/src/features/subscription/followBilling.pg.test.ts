/** Subscriptions after a start of the server with another setting BILLING. */
import { GiB } from '@kontor/contract/billing/plan';
import { dayMs } from '@kontor/contract/time/day';
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../db/database.ts';
import { requestDeletion } from '../../db/deletion.ts';
import { fileLimit } from '../../db/storage.ts';
import type { Env } from '../../env.ts';
import { createSignedIn } from '../../testing/accounts.ts';
import { billingOf, subscriber } from '../../testing/billing.ts';
import { invite } from '../../testing/invitations.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createProject, createWorkspace, enrol, type TestWorkspace } from '../../testing/workspaces.ts';
import { continueDeletions } from '../workspace/removal.ts';
import { followBilling } from './followBilling.ts';

const server: TestServer = await startTestServer();
afterAll(() => server.stop());
const { services } = server;
const { payments: _, ...withoutPayments } = services;

const startWith = (BILLING: Env['BILLING']) =>
  followBilling({
    ...(BILLING === 'none' ? withoutPayments : services),
    env: { ...services.env, BILLING },
  });

let workspace: TestWorkspace;
beforeEach(async () => {
  await startWith('sandbox');
  workspace = await createWorkspace(server);
});

const rowOf = async ({ id }: TestWorkspace) =>
  services.db.selectFrom('subscription').selectAll().where('workspace_id', '=', id).executeTakeFirst();

const summaryOf = async ({ id, owner }: TestWorkspace) =>
  (await owner.client.call<WorkspaceSummary[]>('GET', '/api/workspaces')).body.find((each) => each.id === id);

it('counts no plan and no trial where nobody is billed', async () => {
  await services.db
    .updateTable('subscription')
    .set({ plan: 'basic', access: 'closed', trial_ends_at: new Date(0) })
    .where('workspace_id', '=', workspace.id)
    .execute();
  await enrol(workspace, await createSignedIn(server), {});
  await enrol(workspace, await createSignedIn(server), {});
  await expect(createProject(workspace)).rejects.toThrow();
  expect(await startWith('none')).toEqual({ from: 'sandbox', to: 'none' });
  expect(await summaryOf(workspace)).toMatchObject({
    subscription: null,
    access: 'full',
    storageLimit: null,
  });
  await createProject(workspace);
  await invite(workspace, `fourth.${workspace.id}@example.org`);
  expect(await fileLimit(services.db, services.env, workspace.id)).toBeGreaterThan(10_000 * GiB);
});

it('gives a workspace of a time without billing its trial, and one that was on trial the whole of it', async () => {
  const before = (await rowOf(workspace))!;
  await startWith('none');
  await services.db.deleteFrom('subscription_aside').where('workspace_id', '=', workspace.id).execute();
  server.clock.advance(200 * dayMs);
  await startWith('sandbox');
  const after = (await rowOf(workspace))!;
  expect(after).toMatchObject({ status: 'trial', plan: 'trial', access: 'full' });
  expect(after.trial_ends_at.getTime()).toBe(before.trial_ends_at.getTime() + 200 * dayMs);
  await startWith('none');
  await startWith('sandbox');
  expect(await rowOf(workspace)).toEqual(after);
  await startWith('none');
  server.clock.advance(200 * dayMs);
  await startWith('sandbox');
  expect((await rowOf(workspace))!.trial_ends_at.getTime()).toBe(after.trial_ends_at.getTime() + 200 * dayMs);
});

it('asks no gateway about customers of another, and knows its own again', async () => {
  const { addMethod, choose } = subscriber(workspace);
  await addMethod('good');
  await choose('standard');
  const paid = await rowOf(workspace);
  expect(paid).toMatchObject({ plan: 'standard', customer_ref: `cus_${workspace.id}` });
  await startWith('stripe');
  expect(await rowOf(workspace)).toMatchObject({ status: 'trial', customer_ref: null, method: null });
  await startWith('none');
  await startWith('sandbox');
  expect(await rowOf(workspace)).toEqual(paid);
  expect(await startWith('sandbox')).toBeUndefined();
});

it('tells the gateway of a workspace that went while nobody was billed', async () => {
  await subscriber(workspace).addMethod('paypal');
  await startWith('none');
  await transaction(services.db, (tx) => requestDeletion(tx, services, workspace.id));
  await continueDeletions(withoutPayments);
  const aside = () =>
    services.db
      .selectFrom('subscription_aside')
      .selectAll()
      .where('workspace_id', '=', workspace.id)
      .execute();
  expect(JSON.stringify(await aside())).not.toContain('paypal');
  await startWith('sandbox');
  await continueDeletions(services);
  expect(await aside()).toEqual([]);
  expect(await rowOf(workspace)).toBeUndefined();
  expect(await billingOf(server).payments.fetch(`cus_${workspace.id}`)).toBeUndefined();
});
