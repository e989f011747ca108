/**
 * Calls of the desktop app, whose pages have an origin of their own. No cookie counts there, so that nothing goes with a call
 * that its page did not put there: the session is a Bearer token, and no form can be forged.
 */
import { desktopOrigins, headers } from '@kontor/contract/wire/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Tests if a call comes from a page of the desktop app. */
export const isFromDesktop = ({ headers: { origin } }: Pick<FastifyRequest, 'headers'>): boolean =>
  origin !== undefined && desktopOrigins.includes(origin);

/** Returns the headers by which a web view lets the desktop app read an answer; none for other callers. */
export function desktopHeaders(request: Pick<FastifyRequest, 'headers'>): Record<string, string> {
  if (!isFromDesktop(request)) return {};
  return {
    'access-control-allow-origin': request.headers.origin!,
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': [
      'authorization',
      'content-type',
      'range',
      ...Object.values(headers),
    ].join(', '),
    'access-control-expose-headers': `${headers.device}, ${headers.registration}, date`,
    'access-control-max-age': '7200',
    vary: 'origin',
  };
}

/** Adds those headers to every answer, keeps cookies out of them, and answers what web views ask beforehand. */
export function answerDesktop(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isFromDesktop(request)) return;
    reply.headers(desktopHeaders(request));
    request.cookies = {};
    if (request.method === 'OPTIONS') await reply.status(204).send();
  });
  app.addHook('onSend', async (request, reply) => {
    if (isFromDesktop(request)) reply.removeHeader('set-cookie');
  });
}
