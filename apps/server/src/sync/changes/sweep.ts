/** Deletes the results of batches that no outbox will send again. */
import { dayMs } from '@kontor/contract/time/day';
import type { Job } from '../../jobs.ts';
import type { Services } from '../../services.ts';

/**
 * Time that results are kept: an outbox may lie on a device that nobody opens for a season. After that, versions
 * refuse what was applied.
 */
const keptMs = 100 * dayMs;

export const batchSweep = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job => ({
  name: 'applied-batch-sweep',
  cron: '17 3 * * *',
  run: async () => {
    const before = new Date(clock.now().getTime() - keptMs);
    await db.deleteFrom('applied_batch').where('applied_at', '<', before).execute();
  },
});
