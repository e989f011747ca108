/** The headers of every answer, and where its pages may connect to. */
import { policyText } from '@kontor/contract/wire/policies';
import type { FastifyInstance } from 'fastify';
import { type Env, isHttps } from '../env.ts';

/** Policy of an API answer that is opened as a page: nothing is allowed. */
const apiPolicy = policyText({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });

/** Returns where the app's page may connect to: its server, and where that keeps contents. */
export const pageReach = (env: Pick<Env, 'PUBLIC_URL' | 'S3_ENDPOINT'>): readonly string[] => [
  "'self'",
  // Not every browser counts a socket to the same host as 'self'.
  env.PUBLIC_URL.replace(/^http/, 'ws'),
  ...storeOrigin(env),
];

/** Returns where the scripts of workers may connect to. */
export const scriptReach = (env: Pick<Env, 'S3_ENDPOINT'>): readonly string[] => [
  "'self'",
  ...storeOrigin(env),
];

const storeOrigin = (env: Pick<Env, 'S3_ENDPOINT'>) =>
  env.S3_ENDPOINT ? [new URL(env.S3_ENDPOINT).origin] : [];

/**
 * Returns the headers of every answer; a route overrides `content-security-policy` and `cache-control` where
 * it must.
 */
export const commonHeaders = (env: Pick<Env, 'PUBLIC_URL'>) => ({
  'content-security-policy': apiPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-dns-prefetch-control': 'off',
  'cache-control': 'no-store',
  ...(isHttps(env) && { 'strict-transport-security': 'max-age=31536000' }),
});

export function addSecurityHeaders(app: FastifyInstance, env: Env): void {
  const common = commonHeaders(env);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(common);
  });
}
