/** The list of deleted workspaces, which people edit by hand when they put a backup back. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addTombstones, readTombstones, tombstoneFile } from './tombstones.ts';

it('keeps a last line that somebody left without an end, and writes no id twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-tombstones-'));
  try {
    await writeFile(join(folder, tombstoneFile), 'first');
    await addTombstones(folder, ['second']);
    await addTombstones(folder, ['third', 'first']);
    expect([...(await readTombstones(folder))]).toEqual(['first', 'second', 'third']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
