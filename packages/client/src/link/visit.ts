/** A visit behind a link: nothing of an account, nothing kept on the device, nothing believed of the server. */
import type { Presigned } from '@kontor/contract/wire/blob';
import { createDownloads } from '../files/downloads.ts';
import type { Downloads } from '../files/transfer.ts';
import { blobTransport } from '../http/blobTransport.ts';
import { isCallError } from '../http/callError.ts';
import type { Http } from '../http/http.ts';
import type { LinkAddress } from './address.ts';
import type { LinkReader } from './linkReader.ts';
import { type LinkManifest, readManifest } from './manifest.ts';

interface VisitParts {
  /** Without the session of whoever may be signed in to the same server: a link needs none. */
  http: Http;
  reader: Pick<LinkReader, 'proof' | 'openManifest' | 'openPart'>;
  address: LinkAddress;
}

export interface Visit {
  manifest: LinkManifest;
  /** The first content that is asked for counts as a fetch, all that follow on this page belong to it. */
  downloads: Downloads;
}

const pathOf = ({ id }: LinkAddress, call = '') => `/api/links/${id}${call}`;

/** Asks whether a link still opens anything, before somebody types a password. @throws CallError NOT_FOUND, LINK_ENDED */
export async function checkLink({ http, address }: Pick<VisitParts, 'http' | 'address'>): Promise<void> {
  await http.json(pathOf(address));
}

/**
 * Opens a link.
 * @throws CallError NOT_FOUND, LINK_ENDED, WRONG_LINK, THROTTLED; CryptoError damaged-file where the server shows another
 * manifest than the address names
 */
export async function openLink({ http, reader, address }: VisitParts, password?: string): Promise<Visit> {
  const proof = await reader.proof(address, password);
  const post = <T>(call: string, body: object) =>
    http.json<T>(pathOf(address, call), { method: 'POST', body });
  const { url } = await post<{ url: string }>('/open', { proof });
  const blobs = blobTransport(http);
  const sealed = await blobs.get(url, new AbortController().signal);
  const manifest = readManifest(await reader.openManifest(address, sealed, password));

  let ticket: Promise<string> | undefined;
  const begin = async () => (await post<{ ticket: string }>('/fetches', { proof })).ticket;
  const urlsOf = async (fileKeys: string[], isFirst: boolean): Promise<Presigned[]> => {
    ticket ??= begin();
    const taken = ticket;
    try {
      return await post<Presigned[]>('/urls', { ticket: await taken, fileKeys });
    } catch (error) {
      // It never began, or is too long ago: a new one is begun. What merely broke off goes on under the same.
      const hasBegun = await taken.then(
        () => true,
        () => false,
      );
      const isOver = hasBegun && isCallError(error, 'WRONG_LINK');
      if (ticket === taken && (!hasBegun || isOver)) ticket = undefined;
      if (isOver && isFirst) return urlsOf(fileKeys, false);
      throw error;
    }
  };
  return {
    manifest,
    downloads: createDownloads({
      workspaceId: manifest.workspaceId,
      vault: reader,
      blobs: { downloadUrls: (fileKeys) => urlsOf(fileKeys, true), get: blobs.get },
    }),
  };
}
