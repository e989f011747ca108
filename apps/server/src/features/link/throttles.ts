/** Limits on guesses at the passwords of links. Whoever is right gives the guess back. */
import type pg from 'pg';
import { createThrottle } from '../../http/throttle.ts';

const quarterHour = 900;

export const linkThrottles = (pool: pg.Pool) => ({
  /** As wide as one subscriber may have: of few of them the limit of all is not reached. */
  perNetwork: createThrottle(pool, { name: 'link-from', attempts: 10, seconds: quarterHour }),
  /** From however many networks. */
  perLink: createThrottle(pool, { name: 'link', attempts: 100, seconds: quarterHour }),
});
