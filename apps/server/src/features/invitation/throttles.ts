/** How often may be invited: our mails must not become somebody's way to pester an address. */
import type pg from 'pg';
import { createThrottle, type Throttle } from '../../http/throttle.ts';

const hours = 3_600;

interface InvitationThrottles {
  perInviter: Throttle;
  /** From whichever workspace. */
  mailsPerAddress: Throttle;
}

const known = new WeakMap<pg.Pool, InvitationThrottles>();

/** The same ones for each caller: changes are handled by plain functions. */
export function invitationThrottles(pool: pg.Pool): InvitationThrottles {
  const throttles = known.get(pool) ?? {
    perInviter: createThrottle(pool, { name: 'invite', attempts: 300, seconds: hours }),
    mailsPerAddress: createThrottle(pool, { name: 'invite-mail', attempts: 10, seconds: 24 * hours }),
  };
  known.set(pool, throttles);
  return throttles;
}
