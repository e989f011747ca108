/** Files through the real server: up in parts, down verified, and what a server that changes them gets. */

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedFileError } from '@kontor/client/files/transfer';
import { moveDocuments } from '@kontor/client/nouns/document';
import { createProject } from '@kontor/client/nouns/project';
import type { Workspace, WorkspaceFiles } from '@kontor/client/workspace/workspace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { type RunningServer, startServer } from './server.ts';

const mebibyte = 1_048_576;

let server: RunningServer;
let anna: Actor;
let workspace: Workspace;
let files: WorkspaceFiles;
let scopeId: string;

beforeAll(async () => {
  server = await startServer();
  anna = await createActor(server.url);
  workspace = await anna.open(await anna.createWorkspace());
  files = await workspace.files();
  scopeId = createProject(workspace, { name: 'Akten' }).id;
  await workspace.outbox.sent();
});
afterAll(async () => {
  await anna.session.signOut({ discard: true });
  await server.stop();
});

const named = (name: string) => workspace.collections.document.all().find((each) => each.name === name)!;
const upload = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  files.uploads.add([new File([bytes], name)], { scopeId });
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.from(a.buffer, a.byteOffset, a.length).equals(b);

/** Returns every file under the server's data folder that has exactly this many bytes. */
const storedAs = (size: number): string[] =>
  readdirSync(server.dataPath, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).length === size);

describe('files', () => {
  it('go up in parts and come down on another device as they were', async () => {
    const bytes = new Uint8Array(randomBytes(9 * mebibyte + 5));
    await upload('Plan.bin', bytes);
    await upload('leer.txt', new Uint8Array(0));
    expect(files.uploads.entries.get().map(({ status }) => status)).toEqual(['success', 'success']);
    const phone = await anna.onAnotherDevice();
    const onPhone = await phone.open(workspace.id);
    const { downloads, reader } = await onPhone.files();
    const plan = onPhone.collections.document.get(named('Plan.bin').id)!;
    expect(plan.parts).toHaveLength(3);
    expect(isSame(new Uint8Array(await (await downloads.blob(plan)).arrayBuffer()), bytes)).toBe(true);
    const middle = await reader(plan).read(
      4 * mebibyte - 10,
      4 * mebibyte + 10,
      new AbortController().signal,
    );
    expect(isSame(middle, bytes.slice(4 * mebibyte - 10, 4 * mebibyte + 10))).toBe(true);
    expect((await downloads.blob(onPhone.collections.document.get(named('leer.txt').id)!)).size).toBe(0);
    await phone.session.signOut({ discard: true });
  });

  it('move to another project with their content', async () => {
    const bytes = new Uint8Array(randomBytes(1_000));
    await upload('Akte.bin', bytes);
    const { id, parts } = named('Akte.bin');
    const other = createProject(workspace, { name: 'Ablage' });
    moveDocuments(workspace, [id], { scopeId: other.id });
    await workspace.outbox.sent();
    await workspace.pull();
    const moved = workspace.collections.document.get(id)!;
    expect(moved).toMatchObject({ scopeId: other.id, parts, blobs: parts.map(({ fileKey }) => fileKey) });
    expect(workspace.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    const content = await files.downloads.blob(moved);
    expect(isSame(new Uint8Array(await content.arrayBuffer()), bytes)).toBe(true);
  });

  it('are refused when a stored part is changed or swapped', async () => {
    await upload('A.bin', new Uint8Array(randomBytes(5 * mebibyte)));
    await upload('B.bin', new Uint8Array(randomBytes(5 * mebibyte)));
    const { downloads } = files;
    const [a, b] = [named('A.bin'), named('B.bin')];
    await downloads.blob(a);
    const [first, second] = storedAs(a.parts[1]!.size);
    expect(second).toBeDefined();
    const kept = [readFileSync(first!), readFileSync(second!)] as const;
    writeFileSync(first!, kept[1]);
    writeFileSync(second!, kept[0]);
    for (const each of [a, b]) await expect(downloads.blob(each)).rejects.toBeInstanceOf(DamagedFileError);
    writeFileSync(first!, kept[0]);
    writeFileSync(second!, kept[1]);
    for (const each of [a, b]) expect((await downloads.blob(each)).size).toBe(5 * mebibyte);
  });
});
