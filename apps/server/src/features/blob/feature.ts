/** Stored blobs: their calls, the disk store's URLs, and the job that sweeps. */
import type { Services } from '../../services.ts';
import { type BlobAccess, blobCalls } from './calls.ts';
import { blobRoutes } from './routes.ts';

export const blobFeature = (services: Services, access: BlobAccess) => ({
  calls: blobCalls({ ...services, access }),
  routes: blobRoutes(services),
});
