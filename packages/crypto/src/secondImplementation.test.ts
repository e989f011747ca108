/**
 * Lets `golden/open_golden.py`, written from `docs/formats.md` alone, open the golden envelopes. Skipped where there is
 * no Python 3 with `cryptography` 48 or newer.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../golden/', import.meta.url));

const probe = 'from cryptography.hazmat.primitives import hpke; hpke.KEM.MLKEM768_X25519';
const isThere = spawnSync('python3', ['-c', probe]).status === 0;

const openIn = (path: string) => spawnSync('python3', [join(path, 'open_golden.py')], { encoding: 'utf8' });

it.skipIf(!isThere)('opens every golden envelope and refuses every twin', () => {
  const { status, stdout, stderr } = openIn(folder);
  expect(status, stdout + stderr).toBe(0);
  expect(stdout.match(/: opened$/gm)).toHaveLength(17);
});

it.skipIf(!isThere)('notices an envelope that was altered', () => {
  const copy = mkdtempSync(join(tmpdir(), 'kontor-golden-'));
  try {
    cpSync(folder, copy, { recursive: true });
    const path = join(copy, 'record-v1.json');
    const golden = JSON.parse(readFileSync(path, 'utf8')) as { context: { version: number } };
    golden.context.version++;
    writeFileSync(path, JSON.stringify(golden));
    const { status, stdout } = openIn(copy);
    expect(status).toBe(1);
    expect(stdout).toContain('record-v1: Refused not-verified');
    expect(stdout.match(/: opened$/gm)).toHaveLength(16);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
