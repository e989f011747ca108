import type { Document } from '@kontor/contract/nouns/document';
import { v7 as uuidv7 } from 'uuid';
import type { DeviceStore } from '../device/deviceStore.ts';
import type { BlobTransport } from '../http/blobTransport.ts';
import type { Vault } from '../vault/vault.ts';
import { createDownloads } from './downloads.ts';
import { type FileContents, storeSideFile } from './fileContents.ts';
import { KeptDownloads, type KeptDownloadsParts } from './keptDownloads.ts';
import { createRangeReader } from './rangeReader.ts';
import { describeFile } from './register.ts';
import type { Content, Downloads, RangeReader, StoredFile, Uploads } from './transfer.ts';
import { roomOnDevice } from './uploadPersister.ts';
import { UploadStore } from './uploadStore.ts';
import { UploadQueue, type UploadsParts } from './uploads.ts';

interface FilesParts extends Pick<UploadsParts, 'workspaceId' | 'clock' | 'hints' | 'openTabs' | 'chosen'> {
  vault: Pick<Vault, 'newFileKey' | 'sealPart' | 'openPart' | 'openSegments' | 'sealLocal' | 'openLocal'>;
  blobs: BlobTransport;
  device: DeviceStore;
  room?: UploadsParts['room'];
  unkept?: KeptDownloadsParts['unkept'];
}

/** Creates the uploads and downloads of a workspace. Uploads that an earlier page left unfinished go on. */
export const openFiles = (
  parts: FilesParts,
  records: UploadsParts['records'],
): {
  uploads: Uploads;
  downloads: Downloads;
  reader(content: Content): RangeReader;
  describe(document: Document, contents: FileContents): Promise<void>;
  store(bytes: Uint8Array, signal: AbortSignal): Promise<StoredFile>;
} => {
  const room = parts.room ?? roomOnDevice;
  const kept = new KeptDownloads({ ...parts, room });
  // What cannot be tidied now is tidied at another start.
  kept.tidy().catch(() => {});
  const downloads = createDownloads({ ...parts, kept });
  const store = new UploadStore(parts);
  return {
    uploads: new UploadQueue({ ...parts, room, records, downloads, store }),
    downloads,
    reader: (content) => createRangeReader(parts, content),
    describe: (document, contents) => describeFile({ ...parts, records }, document, contents),
    store: async (bytes, signal) => {
      const [id, fileKey] = [uuidv7(), await parts.vault.newFileKey()];
      return { id, fileKey, ...(await storeSideFile(parts, { documentId: id, fileKey }, bytes, signal)) };
    },
  };
};
