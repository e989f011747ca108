/** Limits on attempts to recover an account. */
import type pg from 'pg';
import { createMailThrottle, createThrottle } from '../../http/throttle.ts';

const minutes = 60;
const hours = 60 * minutes;

export const recoveryThrottles = (pool: pg.Pool) => ({
  /** Codes mailed to one address, with or without an account: with five tries each, strangers have 270 guesses a day. */
  requestsPerEmail: createMailThrottle(pool, 'recovery-mail'),
  requestsPerAddress: createThrottle(pool, { name: 'recovery-from', attempts: 100, seconds: hours }),
  codesPerAddress: createThrottle(pool, { name: 'recovery-code-from', attempts: 300, seconds: hours }),
  /** Phrases tried per account: 256 bits need no limit, the database does. */
  phrasesPerAccount: createThrottle(pool, { name: 'phrase', attempts: 30, seconds: 15 * minutes }),
});

export type RecoveryThrottles = ReturnType<typeof recoveryThrottles>;
