import { runNow } from '@kontor/search/slices';
import { expect, it } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { excerptIn, excerptOf } from './fileWords.ts';

const text = `Komm heraus. ${'Gerüst und Plane. '.repeat(400)}Das Haus hat ein Dach.`;
const excerpt = (query: string, withTypos: boolean) => runNow(excerptOf(text, query, withTypos));

it('shows where a file has the words, and what is almost one of them only where no other is', () => {
  expect(excerpt('haus', false)).toMatch(/Das Haus hat ein Dach/);
  expect(excerpt('haus planne', true)).toMatch(/Das Haus hat ein Dach/);
  expect(excerpt('hraus', true)).toMatch(/^Komm heraus/);
  expect(excerpt('hraus', false)).toBeUndefined();
});

it('shows where the next file has the words when one cannot be read, and nothing when none can', async () => {
  const text = async (_: object, { blobId }: { blobId: string }) => {
    if (blobId !== 'whole') throw new Error('damaged');
    return 'Das Haus hat ein Dach.';
  };
  const records = { files: async () => ({ downloads: { text } }) };
  provideWorkspace({ records } as unknown as OpenWorkspace);
  const excerptOfBlobs = (...blobs: string[]) =>
    excerptIn(blobs.map((blobId) => ({ words: { blobId } })) as never, 'dach', false, () => true);
  expect(await excerptOfBlobs('damaged', 'whole')).toMatch(/Dach/);
  expect(await excerptOfBlobs('damaged', 'lost')).toBeUndefined();
  provideWorkspace(undefined);
});
