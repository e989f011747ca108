/** All features, put together: their parts of the contract, and their plain routes. */
import type { FastifyPluginAsync } from 'fastify';
import type { Services } from './services.ts';

/** The contract's router. A feature's `<noun>Calls(services)` adds its part under the noun that the contract gives it. */
export const createRouter = (_services: Services) => ({});

/** Plain HTTP beside the contract, registered under `/`: forms, bytes, sockets. */
export const plainRoutes = (_services: Services): FastifyPluginAsync[] => [];
