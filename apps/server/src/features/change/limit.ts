/** Limits of what one person sends in batches. */
import type { Batch } from '@kontor/contract/wire/change';
import { ORPCError } from '@orpc/server';
import { fail } from '../../http/errors.ts';
import type { Throttle } from '../../http/throttle.ts';

export interface Sender {
  userId: string;
  /** IP address. */
  address: string;
}

/** Counts a batch, as far as it concerns the limit; answers how to take that back. Rejects with what refuses the batch. */
export type Limit = (sender: Sender, batch: Batch) => Promise<() => unknown>;

/**
 * Counts against a throttle, once or several times.
 * @throws the given code where it refuses: a device tries a throttled batch again and again, and holds what comes after it
 */
export async function takeOr(
  code: 'FOUNDED_TOO_MANY' | 'TOO_MANY_SCOPES_TODAY' | 'TOO_MANY_KEYS_TODAY',
  throttle: Throttle,
  key: string,
  count?: number,
): Promise<void> {
  try {
    await throttle.take(key, count);
  } catch (error) {
    throw error instanceof ORPCError && error.code === 'THROTTLED' ? fail(code) : error;
  }
}

/** Counts a batch against limits, one after the other: against all of them, or none. */
export const allOf =
  (limits: readonly Limit[]): Limit =>
  async (sender, batch) => {
    const taken: (() => unknown)[] = [];
    const giveBack = async () => {
      for (const each of taken) await each();
    };
    try {
      for (const limit of limits) taken.push(await limit(sender, batch));
    } catch (error) {
      await giveBack();
      throw error;
    }
    return giveBack;
  };
