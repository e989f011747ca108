/**
 * An upload through breaks of the connection and a client that is started anew in its middle, on the real server: complete,
 * and the same bytes. 60 MB through two breaks; 300 MB through ten with LONG=1.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadEntry, Uploads } from '@kontor/client/files/transfer';
import { createProject } from '@kontor/client/nouns/project';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { type BreakingProxy, startBreakingProxy } from './breakingProxy.ts';
import { folderStores } from './folderStore.ts';

const [size, breaks] = process.env.LONG ? [300_000_000, 10] : [60_000_000, 2];
const mebibyte = 1_048_576;
const folder = mkdtempSync(join(tmpdir(), 'kontor-uploads-'));

const server = inject('server');
let proxy: BreakingProxy;
let ada: Actor;
beforeAll(async () => {
  proxy = await startBreakingProxy(server.port);
  ada = await createActor(proxy.url, { firstName: 'Ada' }, { stores: folderStores(join(folder, 'device')) });
});
afterAll(async () => {
  await ada.session.signOut({ discard: true }).catch(() => {});
  await proxy.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function digestOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

/** Writes random bytes to a file, a little at a time. */
async function randomFile(path: string): Promise<void> {
  const file = await open(path, 'w');
  for (let left = size; left > 0; left -= mebibyte) await file.write(randomBytes(Math.min(left, mebibyte)));
  await file.close();
}

it(`of ${size / 1_000_000} MB comes through ${breaks} breaks and a restart`, {
  timeout: 600_000,
}, async () => {
  const path = join(folder, 'Film.mov');
  await randomFile(path);
  const id = await ada.createWorkspace();
  const before = await ada.open(id);
  const scopeId = createProject(before, { name: 'Dachstuhl' }).id;
  await before.outbox.sent();
  const first = (await before.files()).uploads;
  const memory = process.memoryUsage().rss;
  let peak = memory;
  const statuses = new Set<string>();
  const watch = (entries: readonly UploadEntry[]) => {
    peak = Math.max(peak, process.memoryUsage().rss);
    for (const { status } of entries) statuses.add(status);
  };
  first.entries.subscribe(() => watch(first.entries.get()));
  const start = proxy.sent();
  const share = Math.floor(size / (breaks + 1));

  /** Waits until the connection breaks and the queue says so. */
  const breaksDown = async (uploads: Uploads) => {
    await proxy.cutAfter(share);
    await expect.poll(() => uploads.entries.get()[0]?.status).toBe('paused');
  };

  void first.add([new File([await openAsBlob(path)], 'Film.mov')], { scopeId });
  for (let i = 1; i <= breaks / 2; i++) {
    proxy.mend();
    await breaksDown(first);
  }
  await first.stored();
  await ada.session.workspaces.close();
  const { sent } = first.entries.get()[0]!;
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(size);

  proxy.mend();
  const again = ada.device.restarted();
  await again.session.refresh();
  const after = await again.session.workspaces.open(id);
  const { uploads } = await after.files();
  uploads.entries.subscribe(() => watch(uploads.entries.get()));
  for (let i = breaks / 2 + 1; i <= breaks; i++) {
    await breaksDown(uploads);
    proxy.mend();
  }
  await expect.poll(() => uploads.entries.get()[0]?.status, { timeout: 300_000 }).toBe('success');
  expect([...statuses].sort()).toEqual(['paused', 'running', 'success', 'waiting']);

  // Each break may cost the three parts that were under way, and what had gone through by then.
  expect(proxy.sent() - start).toBeLessThan(1.2 * size + (breaks + 1) * 3 * 4.3 * mebibyte);
  expect(peak - memory).toBeLessThan(250 * mebibyte);
  const phone = await ada.onAnotherDevice();
  const onPhone = await phone.open(id);
  const [document] = onPhone.collections.document.where('scopeId', scopeId);
  expect(document).toMatchObject({ name: 'Film.mov', size });
  const { downloads } = await onPhone.files();
  const stored = await digestOf(downloads.stream(document!) as AsyncIterable<Uint8Array>);
  expect(stored).toBe(await digestOf(createReadStream(path)));
  await phone.session.signOut({ discard: true });
  await again.session.signOut({ discard: true });
});
