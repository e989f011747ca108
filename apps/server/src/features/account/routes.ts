/** The sign-in wire under /api/auth: form bodies and answers as the spec has them. */
import { fastifyFormbody } from '@fastify/formbody';
import type { AuthSession, SignInError } from '@kontor/contract/wire/account';
import { sessionCookie } from '@kontor/contract/wire/protocol';
import { ORPCError } from '@orpc/server';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountSecrets } from '../../accountSecrets.ts';
import { isFromDesktop } from '../../http/desktop.ts';
import { fail } from '../../http/errors.ts';
import { cookieOptions, endSession } from '../../http/session.ts';
import type { Services } from '../../services.ts';
import { csrfToken, isCsrfValid } from './csrf.ts';
import { signIn } from './signIn.ts';
import { ownPath } from './target.ts';
import type { AccountThrottles } from './throttles.ts';

type Form = Record<string, unknown>;

const provider = 'credentials';

export function authRoutes(
  services: Services,
  secrets: AccountSecrets,
  throttles: AccountThrottles,
): FastifyPluginAsync {
  const { env, db } = services;
  const url = (error: SignInError) => ({ url: `/login?error=${error}` });

  const formerOf = (userId: string) =>
    db.selectFrom('account').select(['id', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();

  const onSignIn = async (request: FastifyRequest, reply: FastifyReply) => {
    const form = (request.body ?? {}) as Form;
    if ((request.params as { provider: string }).provider !== provider) throw fail('NOT_FOUND');
    if (!isCsrfValid(secrets, request, form.csrfToken)) return url('Csrf');
    try {
      const answer = await signIn(services, secrets, throttles, form, request, reply);
      if (typeof answer === 'string') return url(answer);
      // A page of the web app never sees the token: its browser has the cookie.
      return { url: ownPath(form.callbackUrl), ...(isFromDesktop(request) && answer) };
    } catch (error) {
      if (error instanceof ORPCError && error.code === 'THROTTLED') return url('Throttled');
      throw error;
    }
  };

  return async (app) => {
    await app.register(fastifyFormbody);

    app.get('/api/auth/csrf', async (request, reply) => ({
      csrfToken: csrfToken(env, secrets, request, reply),
    }));

    app.get('/api/auth/providers', async () => ({
      [provider]: {
        id: provider,
        name: 'Credentials',
        type: 'credentials',
        signinUrl: `${env.PUBLIC_URL}/api/auth/signin/${provider}`,
        callbackUrl: `${env.PUBLIC_URL}/api/auth/callback/${provider}`,
      },
    }));

    app.get('/api/auth/session', async (request): Promise<AuthSession> => {
      if (request.former) return { former: await formerOf(request.former.userId) };
      if (!request.signedIn) return {};
      const row = await db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select(['account.id', 'account.email', 'account.metadata', 'session.expires_at'])
        .where('session.id', '=', request.signedIn.sessionId)
        .executeTakeFirst();
      if (!row) return {};
      return {
        user: { id: row.id, email: row.email, language: row.metadata.language },
        expires: row.expires_at.toISOString(),
      };
    });

    app.post('/api/auth/signin/:provider', onSignIn);
    app.post('/api/auth/callback/:provider', onSignIn);

    app.post('/api/auth/signout', async (request, reply) => {
      const form = (request.body ?? {}) as Form;
      if (!isCsrfValid(secrets, request, form.csrfToken)) throw fail('CSRF');
      const session = request.signedIn ?? request.former;
      if (session) await endSession(services, session);
      reply.clearCookie(sessionCookie, cookieOptions(env));
      return { url: ownPath(form.callbackUrl) };
    });
  };
}
