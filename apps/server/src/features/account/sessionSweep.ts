/** Deletes sessions that are over, and with them the addresses for pushes to their devices. */
import type { Job } from '../../jobs.ts';
import type { Services } from '../../services.ts';

export const sessionSweep = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job => ({
  name: 'session-sweep',
  cron: '27 3 * * *',
  run: async () => {
    await db.deleteFrom('session').where('expires_at', '<', clock.now()).execute();
  },
});
