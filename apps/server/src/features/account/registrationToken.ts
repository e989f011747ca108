/**
 * Ties a mailed code to the browser that signed up. Without it, somebody who registers another's address could have
 * the owner of the mailbox confirm the stranger's password by typing the code that arrived. A browser has a cookie for it, the
 * desktop app a header.
 */
import { randomBytes } from 'node:crypto';
import { headers } from '@kontor/contract/wire/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFromDesktop } from '../../http/desktop.ts';
import { cookieOptions, hashToken } from '../../http/session.ts';
import type { Services } from '../../services.ts';

const cookieName = 'auth.registration';

/** Seconds after which an unconfirmed sign-up is over. */
const registrationSeconds = 24 * 60 * 60;

/** Returns the earliest moment at which a sign-up can have begun that is not over yet. */
export const earliestRegistration = (now: Date): Date =>
  new Date(now.getTime() - registrationSeconds * 1_000);

/** Selects the sign-ups that wait for an address to be confirmed. */
export const waitingFor = ({ db, clock }: Pick<Services, 'db' | 'clock'>, email: string) =>
  db
    .selectFrom('registration')
    .where('email', '=', email)
    .where('created_at', '>=', earliestRegistration(clock.now()));

/** Gives the caller a token and returns its hash, for the registration. */
export function giveRegistrationToken(
  { env }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Buffer {
  const token = randomBytes(32).toString('base64url');
  if (isFromDesktop(request)) reply.header(headers.registration, token);
  else reply.setCookie(cookieName, token, { ...cookieOptions(env), maxAge: registrationSeconds });
  return hashToken(token);
}

/** Gives a new token to somebody who proved by the password that the registration is theirs. */
export async function renewRegistrationToken(
  services: Services,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token_hash = giveRegistrationToken(services, request, reply);
  await services.db.updateTable('registration').set({ token_hash }).where('id', '=', id).execute();
}

/** Returns the hash of the token that the request carries; of the empty string where it carries none. */
export const registrationHash = (request: FastifyRequest): Buffer =>
  hashToken(
    String(
      (isFromDesktop(request) ? request.headers[headers.registration] : request.cookies[cookieName]) ?? '',
    ),
  );

export const clearRegistrationCookie = ({ env }: Services, reply: FastifyReply) =>
  reply.clearCookie(cookieName, cookieOptions(env));
