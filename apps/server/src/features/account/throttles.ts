/** Limits on attempts. Each of these stands between a guess and an account. */
import type pg from 'pg';
import { createMailThrottle, createThrottle } from '../../http/throttle.ts';

const minutes = 60;
const hours = 60 * minutes;

export const accountThrottles = (pool: pg.Pool) => ({
  /** Strangers' password guesses per account, whether it exists or not. */
  passwordPerAccount: createThrottle(pool, { name: 'password', attempts: 10, seconds: 15 * minutes }),
  /** Guesses of each device that was signed in to the account before: strangers cannot use them up. */
  passwordPerDevice: createThrottle(pool, { name: 'password-on', attempts: 10, seconds: 15 * minutes }),
  /** Mails that say that somebody tries passwords, per account, whether it exists or not. */
  guessWarnings: createThrottle(pool, { name: 'guess-warning', attempts: 1, seconds: 24 * hours }),
  /** Failed sign-ins per address: room for an office behind one address. */
  passwordPerAddress: createThrottle(pool, { name: 'password-from', attempts: 100, seconds: 15 * minutes }),
  parametersPerAddress: createThrottle(pool, {
    name: 'parameters-from',
    attempts: 600,
    seconds: 15 * minutes,
  }),
  registerPerAddress: createThrottle(pool, { name: 'register-from', attempts: 300, seconds: hours }),
  /** Codes mailed to one address: with five tries each in the browser that signed up and five in others, 540 guesses a day at a million codes. */
  codesPerEmail: createMailThrottle(pool, 'code-mail'),
  /** Codes that one account has mailed to addresses that it wants, whichever they are. */
  emailsPerAccount: createThrottle(pool, { name: 'email-change', attempts: 20, seconds: hours }),
  /** Codes entered for one address in browsers that are not the one that signed up: its own tries are not for others. */
  codesOfStrangers: createThrottle(pool, { name: 'code-strange', attempts: 5, seconds: 15 * minutes }),
  codesPerAddress: createThrottle(pool, { name: 'code-from', attempts: 600, seconds: hours }),
});

export type AccountThrottles = ReturnType<typeof accountThrottles>;
