/** Puts the blob feature together: its calls and the disk store's URLs. The sweep's job stands in `sweep.ts`. */
import { holdWorkspace } from '../../db/deletion.ts';
import { fileLimit } from '../../db/storage.ts';
import { accessIn } from '../../db/subscriptions.ts';
import type { Services } from '../../services.ts';
import { actorIn, readableScopes } from '../../sync/access.ts';
import { blobCalls } from './calls.ts';
import { blobRoutes } from './routes.ts';

export const blobFeature = (services: Services) => {
  const { db, env } = services;
  const access = {
    actorIn: actorIn.bind(null, db),
    readableScopes: readableScopes.bind(null, db),
    accessIn: accessIn.bind(null, db),
    holdWorkspace,
    fileLimit: fileLimit.bind(null, db, env),
  };
  return { calls: blobCalls({ ...services, access }), routes: blobRoutes(services) };
};
