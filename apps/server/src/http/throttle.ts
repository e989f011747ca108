/** Counts attempts in PostgreSQL, so that neither a restart nor a second process forgets them. */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { fail } from './errors.ts';

export interface Throttle {
  /**
   * Counts one attempt before it is made, so that parallel ones count too.
   * @throws THROTTLED with the seconds to wait, once `attempts` were made within the window.
   */
  take(key: string): Promise<void>;
  /** Takes one attempt back: it turned out to be legitimate. */
  giveBack(key: string): Promise<void>;
  /** Forgets all attempts. */
  clear(key: string): Promise<void>;
}

/** What to throw for a limiter's refusal. */
export const throttled = ({ msBeforeNext }: RateLimiterRes) =>
  fail('THROTTLED', { data: { retryAfter: Math.ceil(msBeforeNext / 1000) } });

/** `attempts` per key within `seconds` from the first one. Keys are stored hashed. */
export function createThrottle(
  pool: pg.Pool,
  { name, attempts, seconds }: { name: string; attempts: number; seconds: number },
): Throttle {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'throttle',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: name,
    points: attempts,
    duration: seconds,
  });
  const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');
  return {
    take: async (key) => {
      try {
        await limiter.consume(hashed(key));
      } catch (error) {
        throw error instanceof RateLimiterRes ? throttled(error) : error;
      }
    },
    giveBack: async (key) => {
      await limiter.reward(hashed(key));
    },
    clear: async (key) => {
      await limiter.delete(hashed(key));
    },
  };
}

/** Whom to count an address as: one IPv4 address, or one IPv6 network of 64 bits, which a single host owns whole. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%', 1)[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}
