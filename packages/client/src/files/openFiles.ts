import type { BlobTransport } from '../http/blobTransport.ts';
import type { Vault } from '../vault/vault.ts';
import { createDownloads } from './downloads.ts';
import type { Downloads, Uploads } from './transfer.ts';
import { createUploads, type UploadsParts } from './uploads.ts';

interface FilesParts {
  workspaceId: string;
  vault: Pick<Vault, 'newFileKey' | 'sealPart' | 'openPart'>;
  blobs: BlobTransport;
}

/** Creates the uploads and downloads of a workspace. */
export const openFiles = (
  parts: FilesParts,
  records: UploadsParts['records'],
): { uploads: Uploads; downloads: Downloads } => ({
  uploads: createUploads({ ...parts, records }),
  downloads: createDownloads(parts),
});
