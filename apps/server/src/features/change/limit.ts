/** Limits of what one person sends in batches. */
import type { Batch } from '@kontor/contract/wire/change';

export interface Sender {
  userId: string;
  /** IP address. */
  address: string;
}

/** Counts a batch, as far as it concerns the limit; answers how to take that back. Rejects with what refuses the batch. */
export type Limit = (sender: Sender, batch: Batch) => Promise<() => unknown>;

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
