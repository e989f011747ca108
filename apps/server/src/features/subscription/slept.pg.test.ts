/** Deletion of what nobody pays for: nothing goes without a warning that came in time, nor where nobody knew of plans. */
import { dayMs } from '@kontor/contract/time/day';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billingOf, subscriber } from '../../testing/billing.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createWorkspace, type TestWorkspace } from '../../testing/workspaces.ts';
import { runRounds } from './rounds.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

const isDeleted = async (of = workspace) => {
  const { deleted_at } = await of.server.services.db
    .selectFrom('workspace')
    .select('deleted_at')
    .where('id', '=', of.id)
    .executeTakeFirstOrThrow();
  return deleted_at !== null;
};
const mails = async (of = server) =>
  (await of.mailbox.list()).filter(({ subject }) => subject.startsWith('All data'));

it('warns of the day that is to come, and waits for it', async () => {
  const { get } = subscriber(workspace);
  const rounds = () => runRounds(billingOf(server));
  server.clock.advance(200 * dayMs);
  await rounds();
  await rounds();
  expect(await isDeleted()).toBe(false);
  const now = server.clock.now().getTime();
  expect((await get()).deletionAt).toBe(now + 14 * dayMs);
  const [mail, ...others] = await mails();
  const day = new Date(now + 14 * dayMs);
  expect(mail!.subject).toContain(
    day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'Europe/Vienna' }),
  );
  expect(others).toEqual([]);
  server.clock.advance(13 * dayMs);
  await rounds();
  expect(await isDeleted()).toBe(false);
  server.clock.advance(dayMs);
  await rounds();
  expect(await isDeleted()).toBe(true);
  expect(await mails()).toHaveLength(1);
});

it('deletes nothing that is just being paid for', async () => {
  const late = await createWorkspace(server);
  const { get, addMethod, choose, confirm } = subscriber(late);
  const rounds = () => runRounds(billingOf(server));
  server.clock.advance(200 * dayMs);
  await rounds();
  await addMethod('secure');
  server.clock.advance(14 * dayMs);
  const orders = (until: Date | null) =>
    server.services.db
      .updateTable('subscription')
      .set({ ordering_until: until })
      .where('workspace_id', '=', late.id)
      .execute();
  await orders(new Date(server.clock.now().getTime() + 60_000));
  // The gateway's clock may be ahead of the server's, by which an order lasts.
  await billingOf(server).sandbox.advance(1);
  await rounds();
  expect(await isDeleted(late)).toBe(false);
  await orders(null);
  // The bank asks whoever pays.
  const { url } = (await choose('basic')).body;
  await rounds();
  expect(await isDeleted(late)).toBe(false);
  await confirm(url!, 'yes');
  expect(await get()).toMatchObject({ state: 'active', access: 'full' });
});

it('keeps a trial that ended in the sandbox of a server that others reach, and says so', async () => {
  const reached = await startTestServer();
  try {
    const firm = await createWorkspace(reached);
    reached.services.env.PUBLIC_URL = 'https://kontor.example.org';
    for (let day = 0; day < 120; day += 5) {
      reached.clock.advance(5 * dayMs);
      await runRounds(billingOf(reached));
    }
    expect(await isDeleted(firm)).toBe(false);
    expect(await mails(reached)).toEqual([]);
    const ended = (await reached.mailbox.list()).find(({ subject }) => subject.endsWith('has ended'));
    expect(ended?.text).toContain('Everything in it is kept');
    expect(ended?.text).not.toContain('deleted');
  } finally {
    await reached.stop();
  }
});
