/**
 * Lets `golden/open_golden.py`, written from `docs/formats.md` alone, open the golden envelopes. Skipped where there is
 * no Python 3 with `cryptography` 48 or newer; `KONTOR_PYTHON` names one that is not on the path.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../golden/', import.meta.url));

const probe = 'from cryptography.hazmat.primitives import hpke; hpke.KEM.MLKEM768_X25519';
const python = process.env.KONTOR_PYTHON ?? 'python3';
const isThere = spawnSync(python, ['-c', probe]).status === 0;

const openIn = (path: string) => spawnSync(python, [join(path, 'open_golden.py')], { encoding: 'utf8' });

/** Stands in the test's name, since what is skipped is listed by name at the end of `npm test`. */
const needs = isThere ? '' : ' (needs python3 with cryptography 48 or newer)';

it.skipIf(!isThere)(`opens every golden envelope and refuses every twin${needs}`, () => {
  const { status, stdout, stderr } = openIn(folder);
  expect(status, stdout + stderr).toBe(0);
  expect(stdout.match(/: opened$/gm)).toHaveLength(23);
});

it.skipIf(!isThere)(`notices an envelope that was altered${needs}`, () => {
  const copy = mkdtempSync(join(tmpdir(), 'kontor-golden-'));
  try {
    for (const name of ['open_golden.py', 'record-v2.json']) cpSync(join(folder, name), join(copy, name));
    const path = join(copy, 'record-v2.json');
    const golden = JSON.parse(readFileSync(path, 'utf8')) as { place: { version: number } };
    golden.place.version++;
    writeFileSync(path, JSON.stringify(golden));
    const { status, stdout } = openIn(copy);
    expect(status).toBe(1);
    expect(stdout).toContain('record-v2: Refused not-verified');
    expect(stdout).not.toMatch(/: opened$/m);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
