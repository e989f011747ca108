/** Refuses requests before they are read: too large, too deep, from another site. */
import { nestsDeeper } from '@kontor/contract/wire/jsonDepth';
import { limits } from '@kontor/contract/wire/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Env } from '../env.ts';
import { fail } from './errors.ts';

/** Bytes of a request's headers; Node answers 431 above it. */
export const maxHeaderBytes = 16 * 1024;

/**
 * Accepts JSON bodies only, unless a route's own scope accepts something else. An empty body reads as an empty object.
 */
export function takeJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    if (text === '') done(null, {});
    else if (nestsDeeper(text, limits.jsonDepth)) done(fail('BAD_INPUT', { message: 'Nested too deeply' }));
    else parse(request, text, done);
  });
}

/**
 * Tests if a call comes from our own pages. Without an `Origin` header it is no browser's cross-site call: browsers
 * send it on everything but plain GETs, and those carry no cookie from another site (SameSite) that matters.
 */
export function isOwnOrigin(
  env: Pick<Env, 'PUBLIC_URL'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origin === env.PUBLIC_URL) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}
