import { blobRule } from '../../sync/changes/blobs.ts';

/** Documents name blobs; one that was deleted may be restored by somebody else than its uploader. */
export const documentRule = blobRule({ restores: true });
