import { afterAll, beforeAll, expect, it } from 'vitest';
import { subscriber } from '../../testing/billing.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createWorkspace, type TestWorkspace } from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

it('lives through a year', async () => {
  const { get, choose, addMethod, confirm, days, cancel, resume, snapshot } = subscriber(workspace);
  let read = 0;
  /** Resolves with the subjects of the mails since the last call, oldest first. */
  const mails = async () => {
    const all = (await server.mailbox.list()).reverse().filter(({ to }) => to === workspace.owner.body.email);
    const fresh = all.slice(read).map(({ subject }) => subject.replace(/ on .*/, ''));
    read = all.length;
    return fresh;
  };
  await mails();
  const name = 'Alder & Sons';

  expect(await get()).toMatchObject({ state: 'trial', plan: 'trial', access: 'full', seatsUsed: 1 });
  await days(10);
  expect(await mails()).toEqual([]);
  await days(1);
  expect(await mails()).toEqual([`The trial of ${name} ends`]);
  await days(4);
  expect(await get()).toMatchObject({ state: 'trialEnded', access: 'closed' });
  expect(await mails()).toEqual([`The trial of ${name} has ended`]);

  expect((await choose('basic')).body.code).toBe('NO_PAYMENT_METHOD');
  await addMethod('secure');
  const first = await choose('basic');
  expect(await get()).toMatchObject({ state: 'trialEnded', confirmUrl: first.body.url });
  await confirm(first.body.url!, 'no');
  expect(await get()).toMatchObject({ state: 'trialEnded', confirmUrl: null });
  await confirm((await choose('basic')).body.url!, 'yes');
  expect(await get()).toMatchObject({ state: 'active', plan: 'basic', interval: 'month', access: 'full' });

  await days(32);
  expect((await snapshot())!.invoices.map(({ status, netCents }) => [status, netCents])).toEqual([
    ['paid', 1900],
    ['paid', 1900],
  ]);

  await addMethod('declined');
  await days(31);
  expect(await get()).toMatchObject({ state: 'pastDue', access: 'full' });
  await days(16);
  expect(await get()).toMatchObject({ state: 'pastDue', access: 'readOnly' });
  expect(await mails()).toEqual([
    `A payment for ${name} failed`,
    `The payment for ${name} is still missing`,
    `The payment for ${name} is still missing`,
    `${name} is read-only now`,
  ]);
  await addMethod('good');
  expect(await get()).toMatchObject({ state: 'active', access: 'full' });

  const before = await get();
  await choose('professional');
  const upgraded = await get();
  expect(upgraded).toMatchObject({ plan: 'professional', periodEnd: before.periodEnd });
  const lines = (await snapshot())!.invoices.at(-1)!.lines;
  const share = (before.periodEnd! - upgraded.now) / (before.periodEnd! - before.periodStart!);
  expect(lines[0]!.netCents).toBeCloseTo(9900 * share, -1);
  expect(lines[1]!.netCents).toBeCloseTo(-1900 * share, -1);

  await server.services.pool.query(
    `INSERT INTO blob_usage (workspace_id, bytes) VALUES ($1, $2)
     ON CONFLICT (workspace_id) DO UPDATE SET bytes = excluded.bytes`,
    [workspace.id, 11 * 1024 ** 3],
  );
  const refused = await choose('basic');
  expect(refused.body).toMatchObject({ code: 'OVER_PLAN', data: { users: 0 } });
  expect((refused.body.data as { bytes: number }).bytes).toBeGreaterThanOrEqual(1024 ** 3);
  await server.services.pool.query(`UPDATE blob_usage SET bytes = 0 WHERE workspace_id = $1`, [workspace.id]);
  await choose('basic');
  expect(await get()).toMatchObject({ plan: 'professional', nextPlan: 'basic' });
  await days(31);
  expect(await get()).toMatchObject({ plan: 'basic', nextPlan: null });

  await mails();
  await cancel();
  expect(await get()).toMatchObject({ state: 'canceled', access: 'full' });
  await days(1);
  expect(await mails()).toEqual([`The subscription of ${name} ends`]);
  await resume();
  expect(await get()).toMatchObject({ state: 'active', deletionAt: null });
  await choose('basic', 'year');
  expect(await get()).toMatchObject({ state: 'active', interval: 'year' });
  await cancel();
  const { deletionAt, periodEnd } = await get();
  expect(deletionAt! - periodEnd!).toBe(30 * 86_400_000);
  await days(368);
  expect(await get()).toMatchObject({ state: 'ended', access: 'closed' });
  expect(await mails()).toEqual([`The subscription of ${name} ends`, `All data of ${name} will be deleted`]);
  await days(24);
  expect(await mails()).toEqual([`All data of ${name} will be deleted`]);
  await days(3);
  expect(await mails()).toEqual([`All data of ${name} will be deleted`]);
  await days(2);
  const { rows } = await server.services.pool.query(`SELECT deleted_at FROM workspace WHERE id = $1`, [
    workspace.id,
  ]);
  expect(rows[0].deleted_at).not.toBeNull();
});
