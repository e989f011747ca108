/** One file on its way up: when the page that sends it may end, and the room that it takes. */
import { leastCounted } from '@kontor/contract/wire/protocol';
import { fileLayout, fileSealedSize, partSize } from '@kontor/crypto/fileLayout';
import { expect, it } from 'vitest';
import { CallError } from '../http/callError.ts';
import { SealedUpload, type SealedUploadParts } from './sealedUpload.ts';
import { storedBytes } from './transfer.ts';

const plan = { id: 'u', documentId: 'd', size: 5, fileKey: 'k', blobId: 'b' };
const part = { size: 5, sha256: 'h' };

/** Returns an upload of one part, on a device that writes and to a storage that takes it as told. */
function uploadOn(savePart: () => Promise<void>, put = async () => {}): SealedUpload {
  const parts = {
    workspaceId: 'w',
    vault: {
      sealPart: async (_context: unknown, _size: number, _i: number, sealed: Uint8Array) => ({
        sealed,
        part,
      }),
    },
    blobs: {
      presign: async () => [{ url: 'https://blobs', fileKey: 'f' }],
      put,
      remove: async () => {},
    },
    store: { savePart, part: async () => undefined },
  } as unknown as SealedUploadParts;
  return new SealedUpload(parts, plan, new File(['bytes'], 'a.txt'));
}

it('counts a part that arrived once the device holds that it did', async () => {
  const written = Promise.withResolvers<void>();
  const upload = uploadOn(() => written.promise);
  const sent = upload.send(0, new AbortController().signal);
  while (!upload.isComplete) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(upload.isKept).toBe(false);
  written.resolve();
  await sent;
  expect(upload.isKept).toBe(true);
});

it('counts on no part that the device had no room for', async () => {
  const upload = uploadOn(async () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(upload.keep(0)).rejects.toThrow();
  await upload.send(0, new AbortController().signal);
  expect(upload).toMatchObject({ isComplete: true, isKept: false });
});

it('counts the room of a short part as the server does: no part takes less than a block', () => {
  const upload = uploadOn(async () => {});
  expect(upload.unkept).toBeLessThan(leastCounted);
  expect(upload.unreserved).toBe(leastCounted);
});

it('counts on no room of a url that it gave back, which the server holds until that url cannot be used', async () => {
  const refusal = new CallError('INTERNAL', 403, 'refused');
  const upload = uploadOn(
    async () => {},
    () => Promise.reject(refusal),
  );
  await expect(upload.send(0, new AbortController().signal)).rejects.toBe(refusal);
  expect(upload.unreserved).toBe(leastCounted);
});

it('counts the room of files as the server does, whether or not they are cut into parts', () => {
  expect(storedBytes([5, 700])).toBe(2 * leastCounted);
  const [whole, more] = [partSize, partSize + 1].map((size) => storedBytes([size]));
  expect(whole).toBe(fileSealedSize(fileLayout(partSize)));
  // What is longer than a part is padded to a second one, of more than a block.
  expect(more).toBe(fileSealedSize(fileLayout(partSize + 1)));
  expect(storedBytes([2 ** 50])).toBe(2 ** 50);
});
