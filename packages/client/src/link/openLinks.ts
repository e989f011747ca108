/** Makes links: the sealed manifest first, then the record that names it. */

import type { Bytes } from '@kontor/contract/wire/bytes';
import type { LinkUse } from '@kontor/contract/wire/link';
import { maxPartBytes } from '@kontor/contract/wire/protocol';
import { v7 as uuidv7 } from 'uuid';
import { blobOf } from '../http/blobOf.ts';
import type { BlobTransport } from '../http/blobTransport.ts';
import type { Http } from '../http/http.ts';
import { addLink } from '../nouns/link.ts';
import type { Mutations } from '../replica/mutations.ts';
import type { Replica } from '../replica/replica.ts';
import type { Vault } from '../vault/vault.ts';
import { LinkRefusedError, type Links, type LinkTerms, TooManyFilesError } from './links.ts';
import { documentsWithin, writeManifest } from './manifest.ts';

interface LinksParts {
  workspaceId: string;
  userId: string;
  vault: Pick<Vault, 'sealLink'>;
  http: Pick<Http, 'json'>;
  blobs: Pick<BlobTransport, 'presign' | 'put'>;
  clock: { now(): number };
  records: Pick<Replica, keyof Mutations | 'outbox'>;
}

export const openLinks = (parts: LinksParts): Links => ({
  make: (documentId, terms) => makeLink(parts, documentId, terms),
  uses: () => parts.http.json<LinkUse[]>('/api/link-uses'),
});

async function makeLink(parts: LinksParts, rootId: string, terms: LinkTerms): Promise<string> {
  const { workspaceId, userId, vault, blobs, clock, records } = parts;
  const documents = documentsWithin(records.collections, rootId);
  const [root] = documents;
  if (!root) throw new LinkRefusedError('GONE');
  const { expiresAt, maxDownloads, password, from, by } = terms;
  const id = uuidv7();
  const manifest = { workspaceId, from, by, rootId, documents, expiresAt, createdAt: clock.now() };
  const { fragment, verifier, sealed, part } = await vault.sealLink(id, writeManifest(manifest), password);
  if (part.size > maxPartBytes)
    throw new TooManyFilesError(roundedDown((documents.length * maxPartBytes) / part.size));
  const [room] = await blobs.presign([part.size]);
  await blobs.put(room!.url, blobOf(sealed as Bytes), new AbortController().signal);
  const transactionId = records.transaction(() => {
    addLink(records, root, documents, {
      id,
      makerId: userId,
      expiresAt,
      maxDownloads,
      verifier,
      fragment,
      parts: [{ fileKey: room!.fileKey, ...part }],
    });
  })!;
  const outcome = await records.outbox.outcome(transactionId);
  if (outcome === 'done') return id;
  await records.outbox.discard(transactionId);
  throw new LinkRefusedError(outcome);
}

/** Returns the two first figures of a number, with zeros behind them. */
function roundedDown(number: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(number)) - 1);
  return Math.floor(number / step) * step;
}
