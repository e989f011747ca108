/** Deletes sessions that are over, and with them the addresses for pushes to their devices; and sign-ups that nobody confirmed. */
import type { Job } from '../../jobs.ts';
import type { Services } from '../../services.ts';
import { registrationsSince } from './registrationToken.ts';

export const sessionSweep = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job => ({
  name: 'session-sweep',
  cron: '27 3 * * *',
  run: async () => {
    const now = clock.now();
    await db.deleteFrom('session').where('expires_at', '<', now).execute();
    await db.deleteFrom('registration').where('created_at', '<', registrationsSince(now)).execute();
  },
});
