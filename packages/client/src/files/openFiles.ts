import type { Document } from '@kontor/contract/nouns/document';
import type { DeviceStore } from '../device/deviceStore.ts';
import type { BlobTransport } from '../http/blobTransport.ts';
import type { Vault } from '../vault/vault.ts';
import { createDownloads } from './downloads.ts';
import type { FileContents } from './fileContents.ts';
import { describeFile } from './register.ts';
import type { Downloads, Uploads } from './transfer.ts';
import { roomOnDevice } from './uploadKeeper.ts';
import { UploadStore } from './uploadStore.ts';
import { UploadQueue, type UploadsParts } from './uploads.ts';

interface FilesParts extends Pick<UploadsParts, 'workspaceId' | 'clock' | 'hints' | 'openTabs' | 'chosen'> {
  vault: Pick<Vault, 'newFileKey' | 'sealPart' | 'openPart' | 'sealLocal' | 'openLocal'>;
  blobs: BlobTransport;
  device: DeviceStore;
  room?: UploadsParts['room'];
}

/** Creates the uploads and downloads of a workspace. Uploads that an earlier page left unfinished go on. */
export const openFiles = (
  parts: FilesParts,
  records: UploadsParts['records'],
): {
  uploads: Uploads;
  downloads: Downloads;
  describe(document: Document, contents: FileContents): Promise<void>;
} => {
  const downloads = createDownloads(parts);
  const store = new UploadStore(parts);
  return {
    uploads: new UploadQueue({ room: roomOnDevice, ...parts, records, downloads, store }),
    downloads,
    describe: (document, contents) => describeFile({ ...parts, records }, document, contents),
  };
};
