/**
 * Serves the local mailbox as a page, so that a server without SMTP can be tried. It exists only while the server is
 * meant for this machine: PUBLIC_URL is a loopback address, and so is the caller's.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { isLoopback } from '../../env.ts';
import { fail } from '../../http/errors.ts';
import { isLocalCaller } from '../../http/localCaller.ts';
import type { Services } from '../../services.ts';
import { mailboxPage } from './page.ts';

export function mailboxRoutes({ env, mailbox }: Services): FastifyPluginAsync {
  return async (app) => {
    if (!mailbox || !isLoopback(env.PUBLIC_URL)) return;

    app.addHook('onRequest', async (request) => {
      if (!isLocalCaller(env, request)) throw fail('NOT_FOUND');
    });

    app.get('/dev/mailbox.json', () => mailbox.list());

    app.get('/dev/mailbox', async (request, reply) => {
      const { id } = request.query as { id?: string };
      const mails = await mailbox.list();
      const nonce = randomBytes(16).toString('base64');
      reply.header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
      );
      return reply.type('text/html; charset=utf-8').send(mailboxPage(mails, id, nonce));
    });

    app.get('/dev/mailbox/:id', async (request, reply) => {
      const { id } = request.params as { id: string };
      const mail = (await mailbox.list()).find((candidate) => candidate.id === id);
      if (!mail) throw fail('NOT_FOUND');
      reply.header(
        'content-security-policy',
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      );
      return reply.type('text/html; charset=utf-8').send(mail.html);
    });
  };
}
