import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasSecret, WrongSecrets } from '../../dataFolder.ts';
import { tempDataFolder } from '../../testing/serverProcess.ts';
import { openEmbeddedPostgres, runningConnection } from './embeddedPostgres.ts';

let folder: string;
beforeEach(() => {
  folder = tempDataFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

it('leaves no database running that it could not prepare', async () => {
  await expect(openEmbeddedPostgres(folder, { database: '' })).rejects.toThrow('zero-length');
  expect(existsSync(join(folder, 'postgres/PG_VERSION'))).toBe(true);
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
});

it('makes no secret for a database whose own is gone', () => {
  const socketFolder = join(folder, 'socket');
  for (const name of ['socket', 'postgres']) mkdirSync(join(folder, name));
  writeFileSync(join(socketFolder, '.s.PGSQL.5432'), '');
  writeFileSync(join(folder, 'postgres/postmaster.pid'), ['1', folder, '0', '5432', socketFolder].join('\n'));
  expect(() => runningConnection(folder)).toThrow(WrongSecrets);
  expect(hasSecret(folder, 'postgres')).toBe(false);
});
