/** Files for benches of uploads and downloads, and the product's page on which they come and go. */
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from '@kontor/contract/nouns/document';
import type { Page } from '@playwright/test';
import { signIn } from './browser.ts';
import type { Folder } from './cleanUp.ts';
import type { World } from './world.ts';

export const mebibyte = 1_048_576;

/** Makes a file of random bytes. @returns its path */
export async function randomFile({ path: folder }: Folder, size: number): Promise<string> {
  const path = join(folder, `${size / mebibyte} MiB.bin`);
  const file = await open(path, 'w');
  const block = new Uint8Array(mebibyte);
  for (let at = 0; at < size; at += mebibyte) {
    for (let i = 0; i < mebibyte; i += 65_536) crypto.getRandomValues(block.subarray(i, i + 65_536));
    await file.write(block);
  }
  await file.close();
  return path;
}

/** Resolves with the SHA-256 of what comes out of a stream, hex. */
export async function digestOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

export const digestOfFile = (path: string): Promise<string> => digestOf(createReadStream(path));

/** Opens the page of the first project's documents, signed in. */
export async function openDocuments(page: Page, world: World): Promise<void> {
  await signIn(page, world.server.url, world.actor.person);
  await page.goto(`${world.server.url}/${world.workspaceId}/projects/${world.projectIds[0]}/documents`);
  await page.locator('main input[type=file][multiple]').first().waitFor({ state: 'attached' });
}

/** Uploads a file by the client without a page. @returns its document, as it stands on the server */
export async function uploadFrom(path: string, { actor, workspaceId, projectIds }: World): Promise<Document> {
  const device = await actor.onAnotherDevice();
  const workspace = await device.open(workspaceId);
  const { uploads } = await workspace.files();
  const name = `${crypto.randomUUID()}.bin`;
  const file = new File([await openAsBlob(path)], name);
  await uploads.add([file], { scopeId: projectIds[0]! });
  await workspace.outbox.sent();
  const document = workspace.collections.document.all().find((each) => each.name === name);
  if (!document) throw new Error(`${path} was not uploaded`);
  await workspace.close();
  return document;
}

/**
 * Resolves with the SHA-256 of a document's content as a device reads it that never saw it, hex; of the
 * newest file by default.
 */
export async function digestOfStored(
  { actor, workspaceId, projectIds }: World,
  documentId?: string,
): Promise<string> {
  const device = await actor.onAnotherDevice();
  const workspace = await device.open(workspaceId);
  const files = workspace.collections.document.where('scopeId', projectIds[0]!);
  const newest = [...files].sort((a, b) => (a.id < b.id ? 1 : -1))[0];
  const document = documentId ? workspace.collections.document.get(documentId) : newest;
  if (!document) throw new Error('no such document');
  const { downloads } = await workspace.files();
  const digest = await digestOf(downloads.stream(document) as AsyncIterable<Uint8Array>);
  await workspace.close();
  return digest;
}
