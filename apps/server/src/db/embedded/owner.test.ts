import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUse, takeOwnership } from './owner.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is held by one at a time', () => {
  const first = takeOwnership(folder);
  expect(() => takeOwnership(folder)).toThrow(FolderInUse);
  first.release();
  takeOwnership(folder).release();
});

it("cannot be taken by the machine's other users, who may pass through the folder", () => {
  writeFileSync(join(folder, 'owner.lock'), '', { mode: 0o644 });
  takeOwnership(folder).release();
  expect(statSync(join(folder, 'owner.lock')).mode & 0o777).toBe(0o600);
});
