import type { Document } from '@kontor/contract/nouns/document';
import { maxPartBytes } from '@kontor/contract/wire/protocol';
import { expect, it } from 'vitest';
import { TooManyFilesError } from './links.ts';
import { openLinks } from './openLinks.ts';

it('says how many files fit into a link, in round figures, where a folder holds more', async () => {
  const folder = { id: 'f', kind: 'folder', name: 'Site' } as Document;
  const files = Array.from(
    { length: 8_999 },
    (_, n) => ({ id: `${n}`, kind: 'file', name: `${n}` }) as Document,
  );
  const document = { get: () => folder, where: () => files };
  const links = openLinks({
    records: { collections: { document } },
    clock: { now: () => 0 },
    vault: { sealLink: async () => ({ part: { size: maxPartBytes * 2 } }) },
  } as never);
  const making = links.make('f', { expiresAt: 1, maxDownloads: 0, from: '', by: '' });
  await expect(making).rejects.toThrow(TooManyFilesError);
  await expect(making).rejects.toMatchObject({ most: 4_500 });
});
