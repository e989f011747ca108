import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { localMailbox } from './mailbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-mailbox-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('shows what is there while other mails are deleted', async () => {
  const mailbox = localMailbox(folder);
  await mailbox.send({ to: 'ada@example.org', subject: 'Hello', text: '', html: '' }, 'one');
  // Listed, and gone when it is read.
  symlinkSync(join(folder, 'nowhere'), join(folder, 'mailbox', '1-gone.json'));
  expect(await mailbox.list()).toMatchObject([{ subject: 'Hello' }]);
});
