/** Serves the built web app: its files as they are, its page for every path that is a screen, and with 404 for the others. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import { linkPath } from '@kontor/contract/wire/link';
import {
  linkPolicy,
  noncePlaceholder,
  pagePolicy,
  previewPolicy,
  scriptPolicy,
} from '@kontor/contract/wire/policies';
import { isScreen } from '@kontor/contract/wire/screens';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Env } from '../env.ts';
import { sendNotFound } from './errors.ts';
import { pageReach, scriptReach } from './headers.ts';

/** Paths that are never a screen. `app` is the realtime endpoint. */
const notScreens = /^\/(api|app|dev|assets|healthz)(\/|$)/;

/**
 * Serves the web app. `webRoot`: the folder that the build wrote, with `.br` and `.gz` beside the files. Files below
 * `/assets/` have a hash in their name and may be cached for ever; pages carry a nonce and may not be cached at all.
 */
export async function serveWeb(app: FastifyInstance, env: Env, webRoot: string): Promise<void> {
  const page = htmlSender(join(webRoot, 'index.html'), (nonce) => pagePolicy(pageReach(env), nonce));
  const preview = htmlSender(join(webRoot, 'preview.html'), previewPolicy);
  const link = htmlSender(join(webRoot, 'link.html'), (nonce) => linkPolicy(scriptReach(env), nonce));
  const hashed = join(resolve(webRoot), 'assets', sep);
  if (existsSync(webRoot)) {
    await app.register(fastifyStatic, {
      root: webRoot,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/*.html', '**/*.map', '**/.*'],
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(hashed);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        // The frame that shows attachments has an opaque origin; its modules are public and may be read from there.
        if (isHashed) reply.header('access-control-allow-origin', '*');
        const name = basename(path).replace(/\.(br|gz)$/, '');
        if (name.endsWith('.js'))
          reply.header('content-security-policy', scriptPolicy(scriptReach(env), name));
      },
    });
  }
  app.get('/preview.html', (_request, reply) => preview(reply));
  app.get('/', (_request, reply) => page(reply));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || notScreens.test(path)) return sendNotFound(request, reply);
    // No search engine could open it without what follows the `#`; it shall not list it either.
    if (path.startsWith(linkPath)) return link(reply.header('x-robots-tag', 'noindex, nofollow'));
    // The page says in the visitor's language what the status says.
    return page(isScreen(path) ? reply : reply.status(404));
  });
}

function htmlSender(path: string, policy: (nonce: string) => string) {
  const html = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  return (reply: FastifyReply) => {
    if (html === undefined)
      return reply.status(404).type('text/plain').send('The web app is not built: npm run build\n');
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', policy(nonce))
      .type('text/html; charset=utf-8')
      .send(html.replaceAll(noncePlaceholder, nonce));
  };
}
