import { blobRule } from '../../sync/changes/blobs.ts';

/** A share names blobs of a document that stands, and only what its writer reads. */
export const shareRule = blobRule({ restores: false });
