import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxAgreementBytes } from '@kontor/contract/wire/server';
import { afterAll, expect, it } from 'vitest';
import { readAgreement } from './agreement.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-agreement-'));
afterAll(() => rmSync(folder, { recursive: true }));

const of = (content: string | Buffer) => {
  const path = join(folder, 'agreement.pdf');
  writeFileSync(path, content);
  return readAgreement({ AGREEMENT_FILE: path, AGREEMENT_VERSION: '2026-11' });
};

it('is the file that the settings name, with its hash', () => {
  expect(readAgreement({ AGREEMENT_FILE: undefined, AGREEMENT_VERSION: undefined })).toBeUndefined();
  expect(of('%PDF-1.7')).toMatchObject({
    version: '2026-11',
    sha256: 'hu26okgxut-gqLBLtBAUHi7kGCttABRJP-Jip6Mxwgs',
  });
});

it.each<[string, () => unknown, string]>([
  [
    'missing',
    () => readAgreement({ AGREEMENT_FILE: join(folder, 'none'), AGREEMENT_VERSION: '1' }),
    'cannot be read (ENOENT)',
  ],
  ['no PDF', () => of('<html>'), 'is no PDF'],
  [
    'too large',
    () => of(Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(maxAgreementBytes)])),
    'is larger than',
  ],
])('is refused where it is %s', (_, read, message) => {
  expect(read).toThrow(message);
});
