/**
 * Contract calls. A feature implements its part of the contract on `calls` (anyone) or `signedInCalls`:
 *
 *     export const projectCalls = ({ db }: Services) => ({
 *       list: signedInCalls.project.list.handler(({ context }) => ...),
 *     });
 *
 * and `features.ts` puts the parts together. Failures are thrown with `fail(code)`.
 */
import { api } from '@kontor/contract/wire/api';
import { implement } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from './errors.ts';
import type { FormerDevice, SignedIn } from './session.ts';

export interface CallContext {
  request: FastifyRequest;
  reply: FastifyReply;
  signedIn: SignedIn | undefined;
  former: FormerDevice | undefined;
}

/** Calls that need no session. */
export const calls = implement(api).$context<CallContext>();

/** Calls that need one: `context.signedIn` is there. */
export const signedInCalls = calls.use(({ context, next }) => {
  if (!context.signedIn) throw fail('NOT_SIGNED_IN');
  return next({ context: { signedIn: context.signedIn } });
});

/** Calls of a device that was signed in until a password reset: `context.former` is there. */
export const formerCalls = calls.use(({ context, next }) => {
  if (!context.former) throw fail('NOT_SIGNED_IN');
  return next({ context: { former: context.former } });
});
