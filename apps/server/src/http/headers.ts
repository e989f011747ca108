/** The headers of every answer, and the content security policies. */
import type { FastifyInstance } from 'fastify';
import { type Env, isHttps } from '../env.ts';

type Policy = Record<string, readonly string[]>;

const text = (policy: Policy) =>
  Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');

/** Policy of an API answer that is opened as a page: nothing is allowed. */
const apiPolicy = text({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });

/**
 * Policy of the app's page. Styles that libraries create at run time carry `nonce`; scripts come from our own files
 * alone, and strings become code or markup only through the app's Trusted Types policy `default`.
 */
export function pagePolicy(env: Pick<Env, 'PUBLIC_URL' | 'S3_ENDPOINT'>, nonce: string): string {
  // Not every browser counts a socket to the same host as 'self'.
  const connect = ["'self'", env.PUBLIC_URL.replace(/^http/, 'ws'), ...storeOrigin(env)];
  return text({ ...ownFiles(nonce), 'connect-src': connect });
}

/** Policy of the page that opens links: it reaches the server and the store, and shows no other page in it. */
export const linkPolicy = (env: Pick<Env, 'S3_ENDPOINT'>, nonce: string): string =>
  text({
    ...ownFiles(nonce),
    'connect-src': ["'self'", ...storeOrigin(env)],
    'frame-src': ["'none'"],
    'manifest-src': ["'none'"],
  });

/** A page that runs our own files and nothing else. */
const ownFiles = (nonce: string): Policy => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", `'nonce-${nonce}'`],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'frame-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'dompurify'],
});

/**
 * Policy of the frame that shows attachments: an origin of its own (no `allow-same-origin`), no network, its script
 * and styles inline under `nonce`; its content arrives by message.
 */
export const previewPolicy = (nonce: string) =>
  text({
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`],
    'style-src': [`'nonce-${nonce}'`],
    'img-src': ['blob:', 'data:'],
    'media-src': ['blob:', 'data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
  });

const offline = /^((vault|search|report|link)Worker-|pushWorker\.js$)/;
const hashes = /^(vault|link)Worker-/;

/**
 * Policy of scripts: a worker obeys the policy of its own script's answer, so each script carries one. The vault (the
 * client's `vaultWorker.ts`) and what opens links (`linkWorker.ts`) alone may compile WebAssembly, for Argon2. These two,
 * the search index (`searchWorker.ts`), reports (`reportWorker.ts`) and the one that shows pushes (`pushWorker.js`) reach no
 * network: who holds open keys, every word or everybody's hours, has no way to send them.
 */
export function scriptPolicy(env: Pick<Env, 'PUBLIC_URL' | 'S3_ENDPOINT'>, fileName: string): string {
  return text({
    'default-src': ["'none'"],
    'script-src': hashes.test(fileName) ? ["'self'", "'wasm-unsafe-eval'"] : ["'self'"],
    'connect-src': offline.test(fileName) ? ["'none'"] : ["'self'", ...storeOrigin(env)],
  });
}

const storeOrigin = (env: Pick<Env, 'S3_ENDPOINT'>) =>
  env.S3_ENDPOINT ? [new URL(env.S3_ENDPOINT).origin] : [];

/** Headers of every answer; a route overrides `content-security-policy` and `cache-control` where it must. */
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
  ...(isHttps(env) && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});

export function addSecurityHeaders(app: FastifyInstance, env: Env): void {
  const common = commonHeaders(env);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(common);
  });
}
