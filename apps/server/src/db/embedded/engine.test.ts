import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyOf } from './engine.ts';

it('keeps only the copy of the newest programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-engine-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const packageOf = (version: string) => {
    const native = join(folder, version, 'native');
    mkdirSync(join(native, 'bin'), { recursive: true });
    writeFileSync(join(folder, version, 'package.json'), JSON.stringify({ version }));
    return native;
  };
  const dataPath = join(folder, 'data');
  copyOf(packageOf('18.1.0'), dataPath);
  const newest = copyOf(packageOf('18.2.0'), dataPath);
  expect(readdirSync(join(dataPath, 'engine'))).toEqual(['18.2.0']);
  expect(readdirSync(newest)).toEqual(['bin']);
});
