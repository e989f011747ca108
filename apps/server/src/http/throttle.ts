/** Counts attempts in PostgreSQL, so that neither a restart nor a second process forgets them. */
import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type pg from 'pg';
import { BurstyRateLimiter, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { fail } from './errors.ts';

export interface Throttle {
  /**
   * Counts an attempt, or several, before it is made, so that parallel ones count too. What is refused counts, too.
   * @throws THROTTLED with the seconds to wait, once `attempts` were made within the window.
   */
  take(key: string, count?: number): Promise<void>;
  /** Takes an attempt back, or several: it turned out to be legitimate. */
  giveBack(key: string, count?: number): Promise<void>;
  /** Forgets all attempts. */
  clear(key: string): Promise<void>;
}

/** Makes the error to throw when a limiter refuses. */
export const throttled = ({ msBeforeNext }: RateLimiterRes) =>
  fail('THROTTLED', { data: { retryAfter: Math.ceil(msBeforeNext / 1000) } });

interface Window {
  /** Prefix of its keys in the table. */
  name: string;
  attempts: number;
  seconds: number;
}

const openLimiter = (pool: pg.Pool, { name, attempts, seconds }: Window) =>
  new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'throttle',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: name,
    points: attempts,
    duration: seconds,
  });

const hashed = (key: string) => createHash('sha256').update(key).digest('base64url');

interface Limiter {
  consume(key: string, points?: number): Promise<unknown>;
}

async function consume(limiter: Limiter, key: string, count = 1): Promise<void> {
  try {
    await limiter.consume(hashed(key), count);
  } catch (error) {
    throw error instanceof RateLimiterRes ? throttled(error) : error;
  }
}

const allows = (limiter: Limiter, key: string): Promise<boolean> =>
  limiter.consume(hashed(key)).then(
    () => true,
    (error) => {
      if (error instanceof RateLimiterRes) return false;
      throw error;
    },
  );

/** Allows `attempts` per key within `seconds` from the first one. Keys are stored hashed. */
export function createThrottle(pool: pg.Pool, window: Window): Throttle {
  const limiter = openLimiter(pool, window);
  return {
    take: (key, count) => consume(limiter, key, count),
    giveBack: async (key, count = 1) => {
      await limiter.reward(hashed(key), count);
    },
    clear: async (key) => {
      await limiter.delete(hashed(key));
    },
  };
}

export interface MailThrottle {
  /**
   * Counts a mail to an address that `asker` requests: a network of `networkOf`, or an account. `device` is the browser from
   * which they ask, where the account of the address knows it.
   * @throws THROTTLED with the seconds to wait, an hour at most
   */
  take(email: string, asker: string, device?: Buffer): Promise<void>;
}

/** Mails of one kind to one address: so many a day without a pause, beyond that one an hour. */
const mailsAtOnce = { perAddress: 10, perAsker: 5 };

/** Mails a day to one address, beyond those, and how many of these one asker's wider network gets. */
const reserve = { perAddress: 20, perAsker: 2 };

const dayS = 86_400;

/** Returns the network that one subscriber may have whole, 48 bits of IPv6 or 24 of IPv4, for one of `networkOf`; an account as it is. */
export function widened(asker: string): string {
  if (isIPv4(asker)) return asker.replace(/\d+$/, '0/24');
  return asker.endsWith('::/64') ? `${asker.split(':').slice(0, 3).join(':')}::/48` : asker;
}

/** Returns what an address counts as where strangers are mailed: itself of IPv4, its network of 48 bits of IPv6, which one subscriber may have whole. */
export function subscriberOf(address: string): string {
  const network = networkOf(address);
  return isIPv4(network) ? network : widened(network);
}

/**
 * Limits mails to one address. Strangers get it some fifty a day at most. Each has a share of their own, and what few of
 * them use up leaves others a mail of the reserve; a browser that the account knows is not counted among them.
 */
export function createMailThrottle(pool: pg.Pool, name: string): MailThrottle {
  const paced = (paceName: string, attempts: number) =>
    new BurstyRateLimiter(
      openLimiter(pool, { name: `${paceName}-hourly`, attempts: 1, seconds: 3_600 }),
      openLimiter(pool, { name: `${paceName}-daily`, attempts, seconds: dayS }),
    );
  const perDevice = paced(`${name}-on`, mailsAtOnce.perAsker);
  const perAsker = paced(`${name}-by`, mailsAtOnce.perAsker);
  const perAddress = paced(name, mailsAtOnce.perAddress);
  const reservePerAsker = openLimiter(pool, {
    name: `${name}-reserve-by`,
    attempts: reserve.perAsker,
    seconds: dayS,
  });
  const reservePerAddress = openLimiter(pool, {
    name: `${name}-reserve`,
    attempts: reserve.perAddress,
    seconds: dayS,
  });
  return {
    take: async (email, asker, device) => {
      if (device) return consume(perDevice, `${email} ${device.toString('hex')}`);
      await consume(perAsker, `${email} ${asker}`);
      try {
        await consume(perAddress, email);
      } catch (refusal) {
        const isOpen =
          (await allows(reservePerAsker, `${email} ${widened(asker)}`)) &&
          (await allows(reservePerAddress, email));
        if (!isOpen) throw refusal;
      }
    },
  };
}

/**
 * Returns the network that an address counts as: one IPv4 address, or one IPv6 network of 64 bits, which a single host
 * owns whole.
 */
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
