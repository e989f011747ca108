import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder, secret } from './dataFolder.ts';
import { canEnter, databaseUser } from './db/embedded/systemUser.ts';

const DATABASE_URL = 'postgres://db/x';

let folder: string;
const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;
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
    expect(openDataFolder({ KONTOR_DATA: path, DATABASE_URL })).toEqual({ path, exposed: [] });
    expect(modeOf('a/b')).toBe(0o700);
  });

  it.runIf(databaseUser())('makes a folder that its database reaches, with those above it', () => {
    chmodSync(folder, 0o755);
    const path = join(folder, 'a/b/c');
    expect(openDataFolder({ KONTOR_DATA: path, DATABASE_URL: undefined })).toEqual({ path, exposed: [] });
    expect(canEnter(databaseUser()!, path)).toBe(true);
    expect(modeOf('a/b/c')).toBe(0o710);
  });

  it('takes the rights of others away from a folder that is there, and gives its owner none', () => {
    secret(folder, 'pepper');
    mkdirSync(join(folder, 'mailbox'));
    writeFileSync(join(folder, 'mailbox/1.json'), '{}');
    mkdirSync(join(folder, 'engine'));
    const open = {
      '.': 0o755,
      secrets: 0o777,
      'secrets/pepper': 0o644,
      mailbox: 0o755,
      'mailbox/1.json': 0o664,
    };
    writeFileSync(join(folder, 'postgres.log'), '');
    for (const [name, mode] of Object.entries({ ...open, engine: 0o755, 'postgres.log': 0o444 }))
      chmodSync(join(folder, name), mode);
    expect(openDataFolder({ KONTOR_DATA: folder, DATABASE_URL }).exposed).toEqual([]);
    const folders = { '.': 0o700, secrets: 0o700, mailbox: 0o700, engine: 0o755 };
    const files = { 'secrets/pepper': 0o600, 'mailbox/1.json': 0o600, 'postgres.log': 0o400 };
    for (const [name, mode] of Object.entries({ ...folders, ...files }))
      expect(modeOf(name), name).toBe(mode);
  });

  it.runIf(process.getuid?.() === 0)('lets the database go through it, and nobody else', () => {
    chmodSync(folder, 0o777);
    const user = databaseUser()!;
    expect(openDataFolder({ KONTOR_DATA: folder, DATABASE_URL: undefined }).path).toBe(folder);
    expect(modeOf('.')).toBe(0o710);
    expect(canEnter(user, folder)).toBe(true);
    expect(canEnter({ name: 'stranger', uid: 54_321, gid: 54_321 }, folder)).toBe(false);
    expect(spawnSync('/bin/ls', [folder], { uid: user.uid, gid: user.gid, cwd: '/' }).status).not.toBe(0);
    // A cluster that another user made keeps its folder, which only they can enter.
    mkdirSync(join(folder, 'postgres'));
    for (const path of [folder, join(folder, 'postgres')]) chownSync(path, 54_321, 54_321);
    expect(openDataFolder({ KONTOR_DATA: folder, DATABASE_URL: undefined })).toEqual({
      path: folder,
      exposed: [],
    });
    expect(modeOf('.')).toBe(0o700);
  });

  it.runIf(process.getuid?.() === 0)(
    'stays where the embedded database had it when that moves elsewhere',
    () => {
      const asked = join(folder, 'home/data');
      mkdirSync(join(folder, 'home'), { mode: 0o700 });
      const first = openDataFolder({ KONTOR_DATA: asked, DATABASE_URL: undefined });
      try {
        expect(first).toMatchObject({ path: expect.stringMatching(/^\/var\/lib\/kontor\//), instead: asked });
        expect(openDataFolder({ KONTOR_DATA: asked, DATABASE_URL })).toMatchObject({
          path: first.path,
          instead: asked,
        });
        // Secrets in the folder that was asked for are the newer choice.
        secret(asked, 'pepper');
        expect(openDataFolder({ KONTOR_DATA: asked, DATABASE_URL }).path).toBe(asked);
      } finally {
        rmSync(first.path, { recursive: true });
      }
    },
  );
});
