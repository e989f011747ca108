/** Uploads that break off: on the connection while the keys change, and with the server. Nothing is lost, or half there. */

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { syncTransport } from '@kontor/client/http/syncTransport';
import { createProject } from '@kontor/client/nouns/project';
import type { WorkspaceFiles } from '@kontor/client/workspace/workspace';
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { type RunningServer, startServer } from './server.ts';
import { act, takeIn } from './team.ts';

const mebibyte = 1_048_576;

let server: RunningServer;
let [ada, ben]: Actor[] = [];
let id: string;
let projectId: string;
let files: WorkspaceFiles;
/** Tells the parts of files from what else is put, such as how far a log was seen. */
const isPart = (url: string, method: string) => method === 'PUT' && url.includes('/api/blob/');
/** Decides, of Ben's connection, which calls get lost, and whether behind the server. */
let loses: (url: string, method: string) => 'before' | 'behind' | undefined = () => undefined;

beforeAll(async () => {
  server = await startServer({ waitsForDisk: true });
  ada = await createActor(server.url, { firstName: 'Ada' });
  ben = await createActor(
    server.url,
    { firstName: 'Ben' },
    {
      wrap: (inner) => async (input, init) => {
        const [url, method] = [String(input instanceof Request ? input.url : input), init?.method ?? 'GET'];
        const lost = loses(url, method);
        if (lost === 'before') throw new TypeError('fetch failed');
        const answer = await inner(input, init);
        if (lost === 'behind') throw new TypeError('fetch failed');
        return answer;
      },
    },
  );
  id = await ada.createWorkspace();
  await takeIn(ada, id, ben, { role: 'EMPLOYEE' });
  const workspace = await ben.open(id);
  projectId = createProject(workspace, { name: 'Dachstuhl' }).id;
  await workspace.outbox.sent();
  files = await workspace.files();
});
afterAll(async () => {
  await Promise.all([ada, ben].map((actor) => actor!.session.signOut({ discard: true }).catch(() => {})));
  await server.stop();
  rmSync(server.dataPath, { recursive: true, force: true });
});

/** Has somebody come and be taken out: the staff's key is another one then, and with it the project's. */
async function rotates(): Promise<void> {
  const guest = await createActor(server.url, { firstName: 'Gustav' });
  await takeIn(ada!, id, guest, { role: 'EMPLOYEE' });
  await act(ada!, id, { type: 'remove', userId: guest.session.user!.id });
  await guest.session.signOut({ discard: true });
}

/** Resolves with the key ids that the server's rows of an entity name, by record. */
async function kidsOf(entity: string): Promise<Map<string, string>> {
  const transport = syncTransport(ada!.device.http.forWorkspace(id));
  const { scopes } = await transport.sync({ workspaceId: id, cursors: {}, logLength: 0 });
  const rows: SealedRecord[] = scopes.flatMap((scope) => scope.rows).filter((row) => row.entity === entity);
  return new Map(rows.map((row) => [row.id, Buffer.from(row.sealed.slice(1, 17)).toString('base64url')]));
}

/** Downloads a file as the admin. */
async function contentFor(name: string): Promise<Buffer> {
  const workspace = await ada!.open(id);
  expect(workspace.faults.get()).toEqual([]);
  const document = workspace.collections.document.all().find((each) => each.name === name)!;
  const { downloads } = await workspace.files();
  return Buffer.from(await (await downloads.blob(document)).arrayBuffer());
}

/** Returns the upload that was added last. */
const newest = () => files.uploads.entries.get().reduce((a, b) => (a.id > b.id ? a : b));
const upload = (name: string, bytes: Buffer) =>
  files.uploads.add([new File([new Uint8Array(bytes)], name)], { scopeId: projectId });
/** Resolves with the project's key id right now. */
async function currentKid(): Promise<string> {
  const workspace = await ben!.open(id);
  const task = workspace.create('task', projectId, { title: 'probe' });
  await workspace.outbox.sent();
  return (await kidsOf('task')).get(task.id)!;
}

describe('an upload that breaks off while the keys change', () => {
  it('goes on where it stopped, and its record is sealed under the new key', async () => {
    const bytes = randomBytes(9 * mebibyte + 5);
    const before = await currentKid();
    let puts = 0;
    loses = (url, method) => (isPart(url, method) && ++puts > 1 ? 'before' : undefined);
    const uploading = upload('Statik.bin', bytes);
    await expect.poll(() => newest().status).toBe('paused');
    expect(newest()).toMatchObject({ cause: 'OFFLINE' });
    await rotates();
    const left = 3 - Math.round(newest().sent / (4 * mebibyte));
    puts = 0;
    loses = (url, method) => {
      if (isPart(url, method)) puts++;
      return undefined;
    };
    files.uploads.wake();
    await uploading;
    expect(newest().status).toBe('success');
    // One part went through; its answer may not have been counted yet when the connection broke.
    expect(puts).toBeGreaterThanOrEqual(2);
    expect(puts).toBeLessThanOrEqual(left);
    const kid = (await kidsOf('document')).get(newest().documentId);
    expect(kid).toBe(await currentKid());
    expect(kid).not.toBe(before);
    expect((await contentFor('Statik.bin')).equals(bytes)).toBe(true);
  });

  it('with all parts there and the record on its way: it waits, and goes out under the new key', async () => {
    const bytes = randomBytes(1_000);
    const before = await currentKid();
    loses = (url) => (url.endsWith('/api/changes') ? 'before' : undefined);
    const uploading = upload('Zeichnung.bin', bytes);
    const workspace = await ben!.open(id);
    await expect.poll(() => workspace.outbox.status.get().pending, { timeout: 10_000 }).toBe(1);
    await rotates();
    loses = () => undefined;
    await workspace.pull();
    await uploading;
    const kid = (await kidsOf('document')).get(newest().documentId);
    expect([newest().status, kid === before]).toEqual(['success', false]);
    expect((await contentFor('Zeichnung.bin')).equals(bytes)).toBe(true);
  });
});

describe('a server that is killed between the parts and the record', () => {
  it('is sent the record when it is back, with every part in its place', async () => {
    const bytes = randomBytes(5 * mebibyte);
    loses = (url) => (url.endsWith('/api/changes') ? 'before' : undefined);
    const uploading = upload('Plan.bin', bytes);
    const workspace = await ben!.open(id);
    await expect.poll(() => workspace.outbox.status.get().pending, { timeout: 10_000 }).toBe(1);
    const { port, dataPath } = server;
    await server.kill();
    loses = () => undefined;
    server = await startServer({ port, dataPath });
    await workspace.pull();
    await uploading;
    expect(newest().status).toBe('success');
    expect((await contentFor('Plan.bin')).equals(bytes)).toBe(true);
  });
});
