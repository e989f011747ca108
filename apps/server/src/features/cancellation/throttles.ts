/** Limits on cancelling without a session. */
import type pg from 'pg';
import { createMailThrottle, createThrottle } from '../../http/throttle.ts';

const hour = 3_600;

export const cancellationThrottles = (pool: pg.Pool) => ({
  mailsPerAddress: createMailThrottle(pool, 'cancellation-mail'),
  requestsPerNetwork: createThrottle(pool, { name: 'cancellation-from', attempts: 100, seconds: hour }),
  tokensPerNetwork: createThrottle(pool, { name: 'cancellation-token-from', attempts: 300, seconds: hour }),
});

export type CancellationThrottles = ReturnType<typeof cancellationThrottles>;
