/** The end of a workspace: what goes at once, what a job removes, and that nothing of it is left or comes back. */
import { readFileSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptDays } from '@kontor/contract/billing/standing';
import { dayMs } from '@kontor/contract/time/day';
import type { Presigned } from '@kontor/contract/wire/blob';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../db/database.ts';
import { requestDeletion } from '../../db/deletion.ts';
import { commands } from '../../operator/commands.ts';
import { createSignedIn } from '../../testing/accounts.ts';
import { billingOf, subscriber } from '../../testing/billing.ts';
import { invite } from '../../testing/invitations.ts';
import { random, seal } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  enrol,
  expectApplied,
  newId,
  recordChange,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';
import { rowStaysMs, sweepBlobs } from '../blob/sweep.ts';
import { sendNotice } from '../subscription/notices.ts';
import { runRounds } from '../subscription/rounds.ts';
import { continueDeletions, type RemovalServices, repeatDeletions } from './removal.ts';
import { tombstoneFile } from './tombstones.ts';

const server: TestServer = await startTestServer();
afterAll(() => server.stop());
const { services } = server;
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await services.pool.query<T>(text, values)).rows;

let workspace: TestWorkspace;
let project: string;
let other: TestWorkspace;
let untouched: string[];
beforeEach(async () => {
  [workspace, other] = [await createWorkspace(server), await createWorkspace(server)];
  project = await createProject(workspace);
  await createProject(other);
  untouched = await tracesOf([other.id]);
});
/** Whatever happens to one workspace, the other is as it was. */
afterEach(async () => {
  expect(await tracesOf([other.id])).toEqual(untouched);
});

const callAs = (of: TestWorkspace) => ({ headers: { 'x-workspace-id': of.id } });
const presign = (of = workspace) =>
  of.owner.client.call<Presigned[]>('GET', '/api/s3/pre-signed-url?count=1&sizes=1000', callAs(of));

/** Uploads a part of 1,000 bytes that begin with `content`; returns its key. */
async function upload(content = ''): Promise<string> {
  const { url, fileKey } = (await presign()).body[0]!;
  const body = new Uint8Array(1000);
  new TextEncoder().encodeInto(content, body);
  expect((await fetch(new URL(url, server.url), { method: 'PUT', body })).status).toBe(200);
  return fileKey;
}

const document = (blobs: string[] = [], sealed = seal(random(16))) =>
  recordChange('document.create', { scopeId: project, refs: { nameTag: random(32), blobs }, sealed });
const deletion = () => ({ name: 'workspace.delete' as const, args: { id: workspace.id } });
const remove = () => expectApplied(change(workspace.owner, workspace.id, deletion()));
const request = () => transaction(services.db, (tx) => requestDeletion(tx, services, workspace.id));

/** Does the job's work until nothing is open, with the hour in between after which the sweep lets go of parts. */
async function finish(): Promise<void> {
  await continueDeletions(services);
  server.clock.advance(rowStaysMs + 1);
  while ((await sweepBlobs(services)) > 0);
  await continueDeletions(services);
}

const logOf = () => query('SELECT * FROM workspace_deletion WHERE workspace_id = $1', [workspace.id]);

/** Writes out every row of the database and every file of the data folder, by where it lies. */
async function everything(): Promise<[place: string, text: string][]> {
  const tables = await query<{ name: string }>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'pgboss')`,
  );
  const dumped = tables.map(async ({ name }) => {
    const rows = await query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    return rows.map(({ row }): [string, string] => [name.replace('public.', ''), row]);
  });
  const entries = await readdir(services.dataPath, { recursive: true, withFileTypes: true });
  const read = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }): Promise<[string, string]> => {
      const path = join(parentPath, name);
      const place = path.slice(services.dataPath.length + 1).split('/')[0]!;
      return [place, `${path} ${await readFile(path, 'latin1')}`];
    });
  return [...(await Promise.all(dumped)).flat(), ...(await Promise.all(read))];
}

/** Returns in which places any of these texts stands, in order, one for each row or file. */
async function tracesOf(texts: readonly string[]): Promise<string[]> {
  const pieces = await everything();
  return pieces.flatMap(([place, text]) => (texts.some((one) => text.includes(one)) ? [place] : [])).sort();
}

/** Fills the workspace with canaries; returns each as it stands in a dump or a file, and where it is then. */
async function plantCanaries(): Promise<Record<string, { text: string; place: string }>> {
  const canary = () => `canary${random(18).replaceAll(/[-_]/g, 'x')}`;
  const [name, content, address] = [canary(), canary(), `${canary().toLowerCase()}@example.org`];
  const hex = (base64url: string) => Buffer.from(base64url, 'base64url').toString('hex');
  const [logo, sealed, pin] = [random(60), seal(random(16)), random(165)];
  const fileKey = await upload(content);
  await expectApplied(
    change(
      workspace.owner,
      workspace.id,
      { name: 'workspace.update', args: { id: workspace.id, name, logo } },
      document([fileKey], sealed),
    ),
  );
  await invite(workspace, address);
  await subscriber(workspace).addMethod('good');
  const notice = { kind: 'trialEnding', occasion: 1, day: services.clock.now() } as const;
  await transaction(services.db, (tx) => sendNotice(billingOf(server), tx, workspace.id, notice));
  const pinned = { json: { workspaceId: workspace.id, sealed: pin } };
  expect((await workspace.owner.client.call('PUT', '/api/account/pins', pinned)).status).toBe(200);
  const grants = await query<{ key: string }>(
    `SELECT key->>'sealed' AS key FROM scope_key WHERE scope_id = $1`,
    [workspace.admins.id],
  );
  return {
    name: { text: name, place: 'workspace' },
    'name in a mail': { text: `Invitation to ${name}`, place: 'mailbox' },
    'name in a notice': { text: `The trial of ${name} ends`, place: 'mailbox' },
    logo: { text: hex(logo), place: 'workspace' },
    record: { text: hex(sealed), place: 'document' },
    pin: { text: hex(pin), place: 'account_pin' },
    'file content': { text: content, place: 'blobs' },
    'file key': { text: fileKey, place: 'blob' },
    'invited address': { text: address, place: 'invitation' },
    'member log': { text: workspace.genesis.signature, place: 'member_log' },
    key: { text: grants[0]!.key, place: 'scope_key' },
    'customer of the gateway': { text: `cus_${workspace.id}`, place: 'sandbox_customer' },
  };
}

it('is the owner’s to decide, at once for everybody', async () => {
  const admin = await createSignedIn(server);
  await enrol(workspace, admin, { role: 'ADMIN' });
  expect((await change(admin, workspace.id, deletion())).body).toMatchObject({
    code: 'NOT_OWNER',
    message: 'You are not the owner of this workspace',
  });
  const batch = { id: newId(), workspaceId: workspace.id, changes: [deletion()] };
  const send = () =>
    workspace.owner.client.call('POST', '/api/changes', { json: batch, ...callAs(workspace) });
  const first = await send();
  expect(first.status).toBe(200);
  expect((await send()).body).toEqual(first.body);
  expect((await workspace.owner.client.call('GET', '/api/workspaces')).body).toEqual([]);
  expect((await sync(workspace.owner, { workspaceId: workspace.id })).error.code).toBe('NOT_FOUND');
  expect((await change(admin, workspace.id, deletion())).body.code).toBe('NOT_FOUND');
  expect((await presign()).status).toBe(404);
});

it('leaves nothing in the database, the files and the mailbox but that it was', async () => {
  const canaries = await plantCanaries();
  // The control: the search finds each where it lies.
  for (const [what, { text, place }] of Object.entries(canaries))
    expect(await tracesOf([text]), what).toContain(place);
  await remove();
  await continueDeletions(services);
  // The row of a part stays for an hour, since its URL could bring the bytes again.
  const texts = Object.values(canaries).map(({ text }) => text);
  expect(await tracesOf(texts)).toEqual(['blob']);
  expect(await logOf()).toMatchObject([{ finished_at: null }]);
  await finish();
  expect(await tracesOf(texts)).toEqual([]);
  expect(await tracesOf([workspace.id])).toEqual([tombstoneFile, 'workspace_deletion'].sort());
  expect(await logOf()).toMatchObject([
    { members: 1, files: 1, bytes: 1000, finished_at: server.clock.now() },
  ]);
});

it('takes along the customer at the gateway of whom nothing was stored, since the process died', async () => {
  const ref = await services.payments!.ensureCustomer(workspace.id, 'owner@example.org');
  expect(await tracesOf([ref])).toEqual(['sandbox_customer']);
  await remove();
  await finish();
  expect(await tracesOf([ref])).toEqual([]);
});

it('does not wait for one at whose customer the gateway fails', async () => {
  const next = await createWorkspace(server);
  await request();
  server.clock.advance(1000);
  await transaction(services.db, (tx) => requestDeletion(tx, services, next.id));
  const payments: typeof services.payments = {
    ...services.payments!,
    forget: async (id, ref) => {
      if (id === workspace.id) throw new Error('the gateway is away');
      await services.payments!.forget(id, ref);
    },
  };
  await expect(continueDeletions({ ...services, payments })).rejects.toThrow('the gateway is away');
  expect(await query('SELECT FROM subscription WHERE workspace_id = $1', [next.id])).toEqual([]);
  expect(await query('SELECT FROM subscription WHERE workspace_id = $1', [workspace.id])).toHaveLength(1);
  await finish();
  expect(await logOf()).toMatchObject([{ finished_at: expect.any(Date) }]);
});

class Killed extends Error {}

/** Returns the services of a process that dies after so many effects: statements, removed parts and mails. */
function dying(effects: number): RemovalServices {
  let left = effects;
  const spend = () => {
    if (--left < 0) throw new Killed();
  };
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => {
      spend();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const spending =
    <A extends unknown[], R>(effect: (...parameters: A) => R) =>
    (...parameters: A): R => {
      spend();
      return effect(...parameters);
    };
  const blobs = { ...services.blobs, delete: spending(services.blobs.delete) };
  const mailbox = { ...services.mailbox!, forget: spending(services.mailbox!.forget) };
  return { ...services, db, blobs, mailbox };
}

it('goes on where a process was killed, whichever statement it died before, and counts once', async () => {
  const canaries = await plantCanaries();
  await expectApplied(change(workspace.owner, workspace.id, ...[1, 2, 3, 4].map(() => document())));
  const records = await countRecords();
  await remove();
  let kills = 0;
  for (let effects = 1; ; effects++) {
    try {
      await continueDeletions(dying(effects));
      break;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      kills++;
    }
  }
  expect(kills).toBeGreaterThan(30);
  await finish();
  expect(await tracesOf(Object.values(canaries).map(({ text }) => text))).toEqual([]);
  expect(await logOf()).toMatchObject([{ records, files: 1, bytes: 1000 }]);
});

async function countRecords(): Promise<number> {
  const own = await query<{ id: string }>('SELECT id FROM scope WHERE workspace_id = $1', [workspace.id]);
  const ids = new Set(own.map(({ id }) => id));
  const pieces = (await tracesOf([...ids])).filter((place) =>
    /^(business|member|project|document)$/.test(place),
  );
  return pieces.length;
}

/** Waits until some statement of this database waits for a lock. */
const untilBlocked = () =>
  expect
    .poll(
      async () =>
        (
          await query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).length,
      { interval: 10, timeout: 10_000 },
    )
    .toBeGreaterThan(0);

it('waits for an upload that was let in before, and lets in none after', async () => {
  const { late } = await transaction(services.db, async (tx) => {
    await requestDeletion(tx, services, workspace.id);
    // Their membership is looked at before the deletion is committed.
    const asked = presign();
    await untilBlocked();
    return { late: asked };
  });
  expect((await late).status).toBe(404);
  await finish();
  expect(await tracesOf([workspace.id])).toEqual([tombstoneFile, 'workspace_deletion'].sort());
});

it('takes along what is uploaded and restored while it begins, however the two meet', async () => {
  const fileKeys = await Promise.all([1, 2, 3, 4].map(() => upload()));
  const trashed = document([fileKeys[0]!]);
  await expectApplied(change(workspace.owner, workspace.id, trashed));
  // As from the trash: another version of the record, which names the parts again.
  const restored = { name: 'document.update', args: { ...trashed.args, version: 2 } } as const;
  const answers = await Promise.all([
    ...fileKeys.map((fileKey) => change(workspace.owner, workspace.id, document([fileKey]))),
    ...[1, 2, 3].map(() => presign()),
    request(),
    change(workspace.owner, workspace.id, restored),
    ...fileKeys.map((fileKey) => change(workspace.owner, workspace.id, document([fileKey]))),
    ...[1, 2, 3].map(() => presign()),
  ]);
  const urls = answers.flatMap((answer) =>
    answer && 'body' in answer && Array.isArray(answer.body) ? answer.body.map(({ url }) => url) : [],
  );
  await continueDeletions(services);
  // The URLs of before are still good for a while: what they bring is removed too.
  await Promise.all(
    urls.map((url) => fetch(new URL(url, server.url), { method: 'PUT', body: new Uint8Array(1000) })),
  );
  await finish();
  expect(await tracesOf([workspace.id, ...fileKeys])).toEqual([tombstoneFile, 'workspace_deletion'].sort());
});

it('waits for a batch that writes as it begins, and takes along what that wrote', async () => {
  const fileKey = await upload();
  // Somebody else's transaction, in whose middle this test does other things.
  const { removing } = await services.db.transaction().execute(async (tx) => {
    // As a batch does: its scope first, then who may, then the rows.
    await tx.selectFrom('scope').select('id').where('id', '=', project).forNoKeyUpdate().execute();
    await request();
    const removing = continueDeletions(services);
    await untilBlocked();
    const id = newId();
    await sql`INSERT INTO task (id, workspace_id, scope_id, version, revision, assignee_ids, sealed, deleted, created_at,
      updated_at) VALUES (${id}, ${workspace.id}, ${project}, 1, 9, '{}', '', false, now(), now())`.execute(
      tx,
    );
    await tx.insertInto('blob_ref').values({ scope_id: project, record_id: id, file_key: fileKey }).execute();
    await tx.updateTable('blob').set({ state: 'referenced' }).where('file_key', '=', fileKey).execute();
    return { removing };
  });
  await removing;
  await finish();
  expect(await tracesOf([fileKey, workspace.id])).toEqual([tombstoneFile, 'workspace_deletion'].sort());
});

/** Keeps the rows of the workspace, and returns what brings them back as a backup does. */
async function backUp(...more: string[]): Promise<() => Promise<void>> {
  const kept: [table: string, row: Record<string, unknown>][] = [];
  for (const table of ['workspace', ...more]) {
    const column = table === 'workspace' ? 'id' : 'workspace_id';
    const rows = await query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${column} = $1`, [
      workspace.id,
    ]);
    kept.push(...rows.map((row): (typeof kept)[number] => [table, row]));
  }
  return async () => {
    for (const [table, row] of kept) {
      const columns = Object.keys(row);
      const places = columns.map((_, at) => `$${at + 1}`);
      await query(`INSERT INTO ${table} (${columns}) VALUES (${places})`, Object.values(row));
    }
    await query('DELETE FROM workspace_deletion WHERE workspace_id = $1', [workspace.id]);
    await enrol(workspace, workspace.owner, { role: 'ADMIN' });
  };
}
const listed = async () => (await workspace.owner.client.call('GET', '/api/workspaces')).body;

it('is not undone by a backup: what that brings back is deleted again', async () => {
  const bringBack = await backUp();
  await remove();
  await finish();
  // On a machine beside the one that removed it: the list is that one's alone until this one starts.
  rmSync(join(services.dataPath, tombstoneFile));
  expect(await repeatDeletions(services)).toEqual([]);
  await bringBack();
  expect(await listed()).toHaveLength(1);
  expect(await repeatDeletions(services)).toEqual([workspace.id]);
  expect(await listed()).toEqual([]);
  await finish();
  expect(await repeatDeletions(services)).toEqual([]);
  expect(await tracesOf([workspace.id])).toEqual([tombstoneFile, 'workspace_deletion'].sort());

  // The control: without what is kept outside of the database nobody would notice.
  const kept = join(services.dataPath, tombstoneFile);
  expect(
    readFileSync(kept, 'utf8')
      .split('\n')
      .filter((id) => id === workspace.id),
  ).toHaveLength(1);
  rmSync(kept);
  await bringBack();
  expect(await repeatDeletions(services)).toEqual([]);
  expect(await listed()).toHaveLength(1);
  await request();
  await finish();
});

it.each([
  ['is deleted anew, since its time is over', undefined],
  ['stays, once it was given time', 'extend-trial'],
])('brought back on purpose it %s', async (_, command) => {
  const { payments } = billingOf(server);
  const daysFrom = async (days: number) => new Date((await payments.now()).getTime() + days * dayMs);
  const ended = await daysFrom(-keptDays.trialEnded - 1);
  await query('UPDATE subscription SET trial_ends_at = $2 WHERE workspace_id = $1', [workspace.id, ended]);
  const notice = `trialDeletion ${ended.getTime() + keptDays.trialEnded * dayMs} 14`;
  await query('INSERT INTO subscription_notice VALUES ($1, $2, $3)', [
    ...[workspace.id, notice],
    await daysFrom(-15),
  ]);
  const bringBack = await backUp('subscription', 'subscription_notice');
  await runRounds(billingOf(server));
  expect(await listed()).toEqual([]);
  await finish();
  rmSync(join(services.dataPath, tombstoneFile));
  await bringBack();
  if (command) {
    const { db, env, dataPath } = services;
    const moments = { now: server.clock.now(), billingNow: await payments.now() };
    const context = { db, env, dataPath: () => dataPath, ...moments };
    await commands[command]!.run(context, [workspace.id, '30']);
  }
  await runRounds(billingOf(server));
  expect(await listed()).toHaveLength(command ? 1 : 0);
  await request();
  await finish();
});
