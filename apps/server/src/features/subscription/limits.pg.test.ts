import { GiB } from '@kontor/contract/billing/plan';
import { headers as names } from '@kontor/contract/wire/protocol';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createSignedIn } from '../../testing/accounts.ts';
import { subscriber } from '../../testing/billing.ts';
import { accept, invite, inviteChanges } from '../../testing/invitations.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { change, createWorkspace, enrol, type TestWorkspace } from '../../testing/workspaces.ts';

const server: TestServer = await startTestServer();
afterAll(() => server.stop());
let workspace: TestWorkspace;

/** A workspace with the plan basic: three seats, 10 GiB. */
beforeEach(async () => {
  workspace = await createWorkspace(server);
  await server.services.pool.query(
    `UPDATE subscription SET plan = 'basic', status = 'active' WHERE workspace_id = $1`,
    [workspace.id],
  );
});

const address = (name: string) => `${name}.${workspace.id}@example.org`;
const enrolled = async (place: { role?: string; status?: string }) => {
  const account = await createSignedIn(server);
  await enrol(workspace, account, place);
  return account;
};

it('counts admins and employees, active, locked and invited; customers and the inactive are free', async () => {
  await enrolled({ role: 'CUSTOMER' });
  await enrolled({ role: 'EMPLOYEE', status: 'INACTIVE' });
  await enrolled({ role: 'EMPLOYEE', status: 'LOCKED' });
  await invite(workspace, address('one'));
  expect(await subscriber(workspace).get()).toMatchObject({ seatsUsed: 3 });
  await expect(invite(workspace, address('two'))).rejects.toThrow('NO_SEAT');
});

it('gives the last seat to one of two', async () => {
  await enrolled({});
  const both = await Promise.all([
    inviteChanges(workspace, address('one')),
    inviteChanges(workspace, address('two')),
  ]);
  const answers = await Promise.all(
    both.map(({ entry, key, address: bound }) => change(workspace.owner, workspace.id, entry, key, bound)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await expect(invite(workspace, address('three'))).rejects.toThrow('NO_SEAT');
  expect(await subscriber(workspace).get()).toMatchObject({ seatsUsed: 3 });
});

it('gives an invited person the seat that was kept, and the seats of a plan that follows are held from now on', async () => {
  const { addMethod, choose, get } = subscriber(workspace);
  await server.services.pool.query(
    `UPDATE subscription SET plan = 'trial', status = 'trial' WHERE workspace_id = $1`,
    [workspace.id],
  );
  const joins = await createSignedIn(server);
  const link = await invite(workspace, joins.body.email);
  await addMethod('good');
  await choose('standard');
  await invite(workspace, address('one'));
  await choose('basic');
  expect(await get()).toMatchObject({ plan: 'standard', nextPlan: 'basic', seatsUsed: 3 });
  await expect(invite(workspace, address('two'))).rejects.toThrow('NO_SEAT');
  expect((await accept(workspace, joins, link)).status).toBe(200);
});

it('holds the seats of a plan from its choice on while the bank asks about its first payment', async () => {
  const { addMethod, choose, confirm, get } = subscriber(workspace);
  await server.services.pool.query(
    `UPDATE subscription SET plan = 'trial', status = 'trial' WHERE workspace_id = $1`,
    [workspace.id],
  );
  await addMethod('secure');
  const { url } = (await choose('basic')).body;
  await invite(workspace, address('one'));
  await invite(workspace, address('two'));
  expect(await get()).toMatchObject({ plan: 'trial', nextPlan: 'basic', seatsUsed: 3, seatLimit: 3 });
  await expect(invite(workspace, address('three'))).rejects.toThrow('NO_SEAT');
  await confirm(url!, 'no');
  expect(await get()).toMatchObject({ nextPlan: null, confirmUrl: null });
  await invite(workspace, address('three'));
});

it('refuses a smaller plan for people too many, while an invitation for the last seat is under way', async () => {
  const { addMethod, choose, get } = subscriber(workspace);
  await addMethod('good');
  await choose('standard');
  await enrolled({});
  await enrolled({});
  const { entry, key, address: bound } = await inviteChanges(workspace, address('one'));
  const [invited, chosen] = await Promise.all([
    change(workspace.owner, workspace.id, entry, key, bound),
    choose('basic'),
  ]);
  // Whoever was first: the plan that comes is never too small.
  const codes = [invited.body.code, chosen.body.code];
  expect(codes.filter(Boolean)).toHaveLength(1);
  expect(['NO_SEAT', 'OVER_PLAN']).toContain(codes.find(Boolean));
  const { seatsUsed, nextPlan } = await get();
  expect(nextPlan === 'basic' ? seatsUsed : 3).toBeLessThanOrEqual(3);
});

it('gives the last megabyte to one of many', async () => {
  const megabyte = 1_048_576;
  await server.services.pool.query(
    `INSERT INTO blob_usage (workspace_id, bytes) VALUES ($1, $2)
     ON CONFLICT (workspace_id) DO UPDATE SET bytes = excluded.bytes`,
    [workspace.id, 10 * GiB - megabyte],
  );
  const reserve = () =>
    workspace.owner.client.call('GET', `/api/s3/pre-signed-url?count=1&sizes=${megabyte}`, {
      headers: { [names.workspace]: workspace.id },
    });
  const answers = await Promise.all(Array.from({ length: 8 }, reserve));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 200)!.body).toMatchObject({ code: 'OVER_QUOTA' });
});
