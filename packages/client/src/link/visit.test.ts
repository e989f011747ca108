/** A page behind a link that stays open for long: the server forgets that a fetch has begun. */
import type { Document } from '@kontor/contract/nouns/document';
import { fileLayout, partPlainSize, sealedPartSize } from '@kontor/crypto/fileLayout';
import { expect, it, vi } from 'vitest';
import { CallError } from '../http/callError.ts';
import type { Http } from '../http/http.ts';
import { writeManifest } from './manifest.ts';
import { openLink } from './visit.ts';

const part = { fileKey: 'k', size: sealedPartSize(partPlainSize(fileLayout(1), 0)), sha256: 'h' };
const file = {
  id: 'f',
  kind: 'file',
  name: 'a.txt',
  createdAt: 1,
  size: 1,
  blobId: 'b',
  fileKey: 'k',
  parts: [part],
} as unknown as Document;
const manifest = {
  workspaceId: 'w',
  from: '',
  by: '',
  createdAt: 1,
  expiresAt: 2,
  rootId: 'f',
  documents: [file],
};

/** Opens a link at a server that takes these tickets, and hands them out one after the other. */
async function openAt(isTaken: (ticket: string) => boolean) {
  const begun = vi.fn();
  const json = async (path: string, { body }: { body: { ticket: string } }) => {
    if (path.endsWith('/open')) return { url: '/manifest' };
    if (path.endsWith('/fetches')) {
      begun();
      return { ticket: `${begun.mock.calls.length}` };
    }
    if (!isTaken(body.ticket)) throw new CallError('WRONG_LINK', 403, 'too long ago');
    return [{ fileKey: 'k', url: '/part' }];
  };
  const http = { origin: 'https://kontor.example', json, fetch: async () => new Response(new Uint8Array(1)) };
  const { downloads, manifest: shown } = await openLink({
    http: http as unknown as Http,
    reader: {
      proof: async () => 'proof',
      openManifest: async () => writeManifest(manifest),
      openPart: async () => new Uint8Array([7]),
    },
    address: { id: 'l', fragment: '' },
  });
  return { begun, read: () => downloads.blob(shown.documents[0]!) };
}

it('begins anew where the fetch that it goes on with is too long ago', async () => {
  let newest = '1';
  const { begun, read } = await openAt((ticket) => ticket === newest);
  expect((await read()).size).toBe(1);
  expect(begun).toHaveBeenCalledTimes(1);
  newest = '2';
  expect((await Promise.all([read(), read()])).map(({ size }) => size)).toEqual([1, 1]);
  expect(begun).toHaveBeenCalledTimes(2);
});

it('begins no third time at once for a server that takes none', async () => {
  const { begun, read } = await openAt(() => false);
  await expect(read()).rejects.toMatchObject({ code: 'WRONG_LINK' });
  expect(begun).toHaveBeenCalledTimes(2);
});
