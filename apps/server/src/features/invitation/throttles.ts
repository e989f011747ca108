/** How often may be invited: our mails must not become somebody's way to pester an address. */
import type pg from 'pg';
import { createMailThrottle, createThrottle, type MailThrottle, type Throttle } from '../../http/throttle.ts';

const hours = 3_600;

interface InvitationThrottles {
  perInviter: Throttle;
  /** Asked for by a workspace: no other one keeps its invitations away. */
  mailsPerAddress: MailThrottle;
}

const known = new WeakMap<pg.Pool, InvitationThrottles>();

/** The same ones for each caller: changes are handled by plain functions. */
export function invitationThrottles(pool: pg.Pool): InvitationThrottles {
  const throttles = known.get(pool) ?? {
    perInviter: createThrottle(pool, { name: 'invite', attempts: 300, seconds: hours }),
    mailsPerAddress: createMailThrottle(pool, 'invitation-mail'),
  };
  known.set(pool, throttles);
  return throttles;
}
