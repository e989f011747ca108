import type { Vault } from '../vault/vault.ts';
import { createDownloads } from './downloads.ts';
import type { BlobTransport, Downloads, Uploads } from './transfer.ts';
import { createUploads, type UploadsParts } from './uploads.ts';

interface FilesParts {
  workspaceId: string;
  vault: Pick<Vault, 'newFileKey' | 'sealPart' | 'openPart'>;
  blobs: BlobTransport;
}

/** What a workspace does with files. */
export const openFiles = (
  parts: FilesParts,
  workspace: UploadsParts['workspace'],
): { uploads: Uploads; downloads: Downloads } => ({
  uploads: createUploads({ ...parts, workspace }),
  downloads: createDownloads(parts),
});
