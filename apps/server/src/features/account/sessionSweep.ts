/**
 * Deletes sessions that are over, and with them the addresses for pushes to their devices; sign-ups that nobody confirmed; and
 * what was mailed and holds no more, with the addresses that it went to.
 */
import type { Job } from '../../jobs.ts';
import type { Services } from '../../services.ts';
import { earliestRegistration } from './registrationToken.ts';

const expiring = ['session', 'one_time_password', 'email_change', 'recovery', 'cancellation'] as const;

export const sessionSweep = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job => ({
  name: 'session-sweep',
  cron: '27 3 * * *',
  run: async () => {
    const now = clock.now();
    for (const table of expiring) await db.deleteFrom(table).where('expires_at', '<', now).execute();
    await db.deleteFrom('registration').where('created_at', '<', earliestRegistration(now)).execute();
  },
});
