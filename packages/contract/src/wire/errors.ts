/**
 * Everything that a call can fail with, once. The body is `{ code, status, message, data? }` on every endpoint; the
 * client shows its own words for `code`, `message` is the English one for whoever reads the wire.
 */
import * as z from 'zod/mini';
import { linkEnds } from './linkEnd.ts';
import { uuid } from './shapes.ts';

export const errors = {
  BAD_INPUT: { status: 400, message: 'Invalid input' },
  BAD_ORIGIN: { status: 403, message: 'Calls from another site are refused' },
  CSRF: { status: 400, message: 'Could not verify the CSRF token' },
  NOT_SIGNED_IN: { status: 401, message: 'User not authorized' },
  PERMISSION_DENIED: { status: 403, message: 'Permission denied' },
  NOT_OWNER: { status: 403, message: 'You are not the owner of this workspace' },
  OWNER_STAYS: {
    status: 409,
    message: 'The owner first makes somebody else the owner, or deletes the workspace',
  },
  STILL_MEMBER: {
    status: 409,
    message: 'You are member of one or more workspaces. Please leave them before deleting your account',
  },
  NOT_FOUND: { status: 404, message: 'Not found' },
  INVALID_WORKSPACE: { status: 400, message: 'Invalid workspace' },
  WRONG_PASSWORD: { status: 403, message: 'Current password is not correct' },
  ACCOUNT_CHANGED: { status: 409, message: 'Your account was changed in the meantime' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists' },
  REGISTRATION_CLOSED: { status: 403, message: 'This server takes no new accounts' },
  INVALID_CODE: { status: 400, message: 'Invalid verification code' },
  INVALID_PHRASE: { status: 403, message: 'Invalid recovery phrase' },
  THROTTLED: {
    status: 429,
    message: 'Too many attempts. Please wait a moment',
    data: z.object({ retryAfter: z.number().check(z.describe('seconds')) }),
  },
  TOO_LARGE: { status: 413, message: 'Too large' },
  OVER_QUOTA: {
    status: 409,
    message: 'The storage of this workspace is full',
    data: z.object({ missing: z.int().check(z.describe('bytes by which it is too small')) }),
  },
  OVER_PERSONAL_QUOTA: { status: 409, message: 'What this account keeps for itself is as much as it may' },
  TOO_MANY_SCOPES: { status: 409, message: 'This workspace has as many projects and rooms as one may' },
  TOO_MANY_SCOPES_TODAY: {
    status: 409,
    message: 'This person made as many projects and rooms today as one may',
  },
  TOO_MANY_KEYS_TODAY: {
    status: 409,
    message: 'This person made as many keys for this place today as one may',
  },
  NO_SEAT: {
    status: 409,
    message: 'All seats of this plan are taken',
    data: z.object({ limit: z.int() }),
  },
  OVER_PLAN: {
    status: 409,
    message: 'Downgrade failed - Your workspace would be over quota. Please reduce resources first',
    data: z.object({
      users: z.int().check(z.describe('people too many')),
      bytes: z.number().check(z.describe('bytes too many')),
    }),
  },
  NO_PAYMENT_METHOD: { status: 409, message: 'No payment method found - add one first' },
  NO_SUBSCRIPTION: { status: 409, message: 'There is no subscription' },
  PAYMENT_DECLINED: { status: 402, message: 'The payment was declined' },
  SUBSCRIPTION_EXPIRED: { status: 402, message: 'Subscription expired' },
  NOT_IN_PLAN: { status: 402, message: 'The plan of this workspace does not include this' },
  GATEWAY_FAILED: { status: 502, message: 'The payment provider does not answer. Please try again' },
  TOO_MANY_WORKSPACES: { status: 409, message: 'This account owns as many workspaces as one may' },
  FOUNDED_TOO_MANY: { status: 429, message: 'Too many workspaces were created within a day' },
  STALE_VERSION: {
    status: 409,
    message: 'This was changed in the meantime',
    data: z.object({ stale: z.array(z.object({ scopeId: uuid, id: uuid, version: z.int() })) }),
  },
  NAME_TAKEN: {
    status: 409,
    message: 'This name exists already in this folder',
    data: z.object({ scopeId: uuid, id: uuid }),
  },
  TIMER_RUNNING: {
    status: 409,
    message: 'Time tracking is running already!',
    data: z.object({ scopeId: uuid, id: uuid }),
  },
  OUTDATED_KEY: {
    status: 409,
    message: 'The key was changed in the meantime',
    data: z.object({ scopeId: uuid }),
  },
  LOG_MOVED: {
    status: 409,
    message: 'The member list was changed in the meantime',
    data: z.object({ seq: z.int() }),
  },
  SCOPES_MOVED: {
    status: 409,
    message: 'Something was written in the meantime',
    data: z.object({ scopeIds: z.array(uuid).check(z.maxLength(100)) }),
  },
  ALREADY_INVITED: { status: 409, message: 'This user is already invited' },
  HAS_LEFT: { status: 409, message: 'This user has left and is not removed yet' },
  INVITATION_EXPIRED: { status: 410, message: 'This invitation has expired' },
  LINK_ENDED: {
    status: 410,
    message: 'This link has ended',
    data: z.object({ end: z.enum(linkEnds) }),
  },
  WRONG_LINK: { status: 403, message: 'The password of this link is not correct' },
  LINKS_OFF: { status: 403, message: 'This workspace makes no links' },
  WRONG_TIME: {
    status: 409,
    message: 'The clock of this device is wrong',
    data: z.object({ now: z.int().check(z.describe("the server's clock, ms")) }),
  },
  LOG_REFUSED: { status: 400, message: 'This change of the member list is not valid' },
  IN_USE: { status: 409, message: 'Something still hangs on it' },
  BLOB_MISSING: { status: 409, message: 'File key is required' },
  CONFLICT: { status: 409, message: 'This does not go with what is stored' },
  INTERNAL: { status: 500, message: 'Something went wrong! Please try again' },
} as const satisfies Record<string, { status: number; message: string; data?: z.ZodMiniType }>;

export type ErrorCode = keyof typeof errors;

export type ErrorData<C extends ErrorCode> = (typeof errors)[C] extends { data: z.ZodMiniType<infer D> }
  ? D
  : undefined;

/** The body of every failed call. */
export interface ErrorBody {
  code: ErrorCode;
  status: number;
  message: string;
  data?: unknown;
}
