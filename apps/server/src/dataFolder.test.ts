import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder, secret } from './dataFolder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('secret', () => {
  it('is made once, for its owner alone', () => {
    const first = secret(folder, 'pepper');
    expect(first).toHaveLength(32);
    expect(secret(folder, 'pepper')).toEqual(first);
    expect(secret(folder, 'other')).not.toEqual(first);
    expect(statSync(join(folder, 'secrets/pepper')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(['other', 'pepper']);
  });

  it('is never replaced when it is damaged', () => {
    secret(folder, 'pepper');
    writeFileSync(join(folder, 'secrets/pepper'), 'half');
    expect(() => secret(folder, 'pepper')).toThrow('Restore it from a backup');
  });
});

describe('openDataFolder', () => {
  it('makes the folder that was asked for', () => {
    const path = join(folder, 'a/b');
    // With a database elsewhere no other user needs to enter it.
    expect(openDataFolder({ KONTOR_DATA: path, DATABASE_URL: 'postgres://db/x' })).toEqual({ path });
    expect(statSync(path).isDirectory()).toBe(true);
  });
});
