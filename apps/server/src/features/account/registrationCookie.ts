/**
 * Ties a mailed code to the browser that signed up. Without it, somebody who registers another's address could have
 * the owner of the mailbox confirm the stranger's password by typing the code that arrived.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions, hashToken } from '../../http/session.ts';
import type { Services } from '../../services.ts';

const cookieName = 'auth.registration';

/** Seconds after which an unconfirmed sign-up is deleted. */
export const registrationSeconds = 24 * 60 * 60;

/** Sets the cookie and returns the hash of its token, for the registration. */
export function setRegistrationCookie({ env }: Services, reply: FastifyReply): Buffer {
  const token = randomBytes(32).toString('base64url');
  reply.setCookie(cookieName, token, { ...cookieOptions(env), maxAge: registrationSeconds });
  return hashToken(token);
}

/** Renews the cookie for somebody who proved by the password that the registration is theirs. */
export async function renewRegistrationCookie(
  services: Services,
  id: string,
  reply: FastifyReply,
): Promise<void> {
  const token_hash = setRegistrationCookie(services, reply);
  await services.db.updateTable('registration').set({ token_hash }).where('id', '=', id).execute();
}

/** Returns the hash of the token that the request carries; of the empty string where it carries none. */
export const registrationHash = (request: FastifyRequest): Buffer =>
  hashToken(request.cookies[cookieName] ?? '');

export const clearRegistrationCookie = ({ env }: Services, reply: FastifyReply) =>
  reply.clearCookie(cookieName, cookieOptions(env));
