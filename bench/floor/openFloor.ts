/**
 * Serves the floor of opening a workspace: its page, and as many rows as ours has, of the same plaintexts, sealed once
 * with AES-GCM and stored in the same PostgreSQL, as a raw COPY.
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { withDatabase } from '../../e2e/database.ts';
import { byteaText, copyIn } from '../copyIn.ts';
import { taskFields } from '../records.ts';
import { copyOut } from './copyOut.ts';
import { type PageServer, servePages } from './pageServer.ts';

/** Bytes of a record's padded plaintext, as ours. */
const paddedSize = 512;

/** Fills the table and serves. `dataPath`: the data folder of a running server with its embedded database. */
export async function startOpenFloor(dataPath: string, records: number): Promise<PageServer> {
  const rawKey = crypto.getRandomValues(new Uint8Array(32));
  await fill(dataPath, records, rawKey);
  const page = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'page.ts'), 'utf8'));
  const html =
    '<!doctype html><meta charset="utf-8"><title>Floor</title><body><script type="module" src="/page.js"></script>';
  const copy = 'COPY floor_record (sealed) TO STDOUT (FORMAT binary)';
  return servePages((request, response) => {
    if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(page);
    else if (request.url === '/key') response.end(rawKey);
    else if (request.url === '/copy')
      withDatabase(dataPath, (client) => copyOut(client, copy, (chunk) => response.write(chunk))).then(
        () => response.end(),
        (error: Error) => response.destroy(error),
      );
    else response.setHeader('content-type', 'text/html').end(html);
  });
}

async function fill(dataPath: string, records: number, rawKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt']);
  const rows = taskFields(records, crypto.randomUUID()).map((fields) => {
    const text = new TextEncoder().encode(JSON.stringify({ id: crypto.randomUUID(), ...fields }));
    const padded = new Uint8Array(Math.max(paddedSize, 64 * Math.ceil((text.length + 4) / 64)));
    new DataView(padded.buffer).setUint32(0, text.length);
    padded.set(text, 4);
    return padded;
  });
  const seal = async (plain: Uint8Array<ArrayBuffer>) => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    return Buffer.concat([
      iv,
      new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)),
    ]);
  };
  await withDatabase(dataPath, async (client) => {
    await client.query('DROP TABLE IF EXISTS floor_record');
    await client.query('CREATE TABLE floor_record (sealed bytea NOT NULL)');
    await client.query('ALTER TABLE floor_record ALTER COLUMN sealed SET STORAGE EXTERNAL');
    for (let start = 0; start < rows.length; start += 1_000) {
      const sealed = await Promise.all(rows.slice(start, start + 1_000).map(seal));
      const lines = sealed.map((row) => byteaText(row));
      await copyIn(client, 'COPY floor_record (sealed) FROM STDIN', lines);
    }
    await client.query('VACUUM ANALYZE floor_record');
  });
}
