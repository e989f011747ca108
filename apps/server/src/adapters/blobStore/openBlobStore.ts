/** Chooses the blob store: S3 where configured, else a folder of the server. */
import { join } from 'node:path';
import { secret } from '../../dataFolder.ts';
import type { Env } from '../../env.ts';
import type { Clock } from '../clock.ts';
import type { BlobStore } from './blobStore.ts';
import { openDiskStore } from './diskStore.ts';
import { openS3Store } from './s3Store.ts';

/** Opens the blob store. `dataPath`: the server's data folder, which holds the embedded store's objects and secret. */
export async function openBlobStore(env: Env, dataPath: string, clock: Clock): Promise<BlobStore> {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)
    return openS3Store({
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region: S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    });
  return openDiskStore({
    root: join(dataPath, 'blobs'),
    secret: secret(dataPath, 'blobs').toString('base64url'),
    basePath: '/api/blob',
    now: () => clock.now().getTime(),
  });
}
