/** Limits on invitations: our mails must not become somebody's way to pester an address. */
import type pg from 'pg';
import { createMailThrottle, createThrottle, type MailThrottle, type Throttle } from '../../http/throttle.ts';

const hours = 3_600;

interface InvitationThrottles {
  perInviter: Throttle;
  /** Counted for each inviting account: one with many workspaces cannot use up the first invitations of others. */
  mailsPerAddress: MailThrottle;
}

const known = new WeakMap<pg.Pool, InvitationThrottles>();

/** Returns the same throttles for each pool: changes are handled by plain functions. */
export function invitationThrottles(pool: pg.Pool): InvitationThrottles {
  const throttles = known.get(pool) ?? {
    perInviter: createThrottle(pool, { name: 'invite', attempts: 300, seconds: hours }),
    mailsPerAddress: createMailThrottle(pool, 'invitation-mail'),
  };
  known.set(pool, throttles);
  return throttles;
}
