import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prepareForShell } from './desktopShell.ts';
import { onPath } from './system.ts';

/** A PATH of its own, with programs that tests lay there. */
let folder: string;
const path = process.env.PATH;
const lay = (name: string, script: string) =>
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-path-'));
  const shell = onPath(['sh'])!;
  lay('sh', `exec ${shell} "$@"`);
  process.env.PATH = folder;
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  lay('pkg-config', `[ -e ${folder}/installed ]`);
  lay('apt-get', `[ "$1" = install ] && : >${folder}/installed; true`);
});
afterEach(() => {
  process.env.PATH = path;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it('installs the libraries on a bare machine, so that the shell is tried there', () => {
  lay('cargo', 'true');
  expect(prepareForShell()).toBeUndefined();
});

it('installs vim where it alone is missing, so that its saves are tried there', () => {
  lay('cargo', 'true');
  writeFileSync(join(folder, 'installed'), '');
  lay('apt-get', `[ "$1" = install ] && echo "$@" >${folder}/asked; true`);
  expect(prepareForShell()).toBeUndefined();
  expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/ vim\n$/);
  expect(readFileSync(join(folder, 'asked'), 'utf8')).not.toContain('build-essential');
});

it('installs nothing where there is no cargo to build with, and says what is missing where it cannot', () => {
  expect(prepareForShell()).toBe('cargo is not on this machine');
  lay('cargo', 'true');
  vi.mocked(process.getuid!).mockReturnValue(1000);
  expect(prepareForShell()).toMatch(/^libraries are missing \(Debian: apt-get install build-essential /);
});
