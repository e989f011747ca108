/** All features, put together: their parts of the contract, and their plain routes. */
import type { FastifyPluginAsync } from 'fastify';
import { accountFeature } from './features/account/feature.ts';
import { blobSweep } from './features/blob/sweep.ts';
import { mailboxRoutes } from './features/mailbox/routes.ts';
import type { Job } from './jobs.ts';
import type { Services } from './services.ts';

/**
 * `calls`: the contract's router; a feature adds its part under the noun that the contract gives it.
 * `routes`: plain HTTP beside the contract (forms, bytes, sockets), each registered in a scope of its own.
 */
export function composeFeatures(services: Services) {
  const account = accountFeature(services);
  const routes: FastifyPluginAsync[] = [account.routes, mailboxRoutes(services)];
  return { calls: { account: account.calls }, routes };
}

/** Work by the clock. */
export const composeJobs = (services: Services): Job[] => [blobSweep(services)];
