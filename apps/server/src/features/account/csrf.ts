/** Double-submit CSRF tokens, as the sign-in wire has them: a signed token in a cookie and the same one in the form. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AccountSecrets, sameBytes } from '../../accountSecrets.ts';
import type { Env } from '../../env.ts';
import { isFromDesktop } from '../../http/desktop.ts';
import { cookieOptions } from '../../http/session.ts';

const cookieName = 'auth.csrf';

/** Returns the browser's token: the one it has, or a new one with its cookie. */
export function csrfToken(
  env: Env,
  secrets: AccountSecrets,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const known = tokenIn(secrets, request);
  if (known) return known;
  const token = randomBytes(32).toString('base64url');
  reply.setCookie(cookieName, `${token}.${secrets.signCsrf(token)}`, cookieOptions(env));
  return token;
}

/** Verifies that the form's token equals the cookie's and is ours; the desktop app, whose cookies do not count, has none. */
export function isCsrfValid(secrets: AccountSecrets, request: FastifyRequest, submitted: unknown): boolean {
  if (isFromDesktop(request)) return true;
  const known = tokenIn(secrets, request);
  return (
    known !== undefined &&
    typeof submitted === 'string' &&
    sameBytes(Buffer.from(known), Buffer.from(submitted))
  );
}

function tokenIn(secrets: AccountSecrets, request: FastifyRequest): string | undefined {
  const [token, signature] = (request.cookies[cookieName] ?? '').split('.');
  if (!token || !signature) return undefined;
  return sameBytes(Buffer.from(secrets.signCsrf(token)), Buffer.from(signature)) ? token : undefined;
}
