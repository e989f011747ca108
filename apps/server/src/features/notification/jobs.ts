/** The work on notifications by the clock. */
import { dayMs } from '@kontor/contract/time/day';
import type { Job } from '../../jobs.ts';
import type { Services } from '../../services.ts';
import { sendDigests } from './digests.ts';

/** Time that notifications are kept, and those that were taken away, which somebody may want back. */
const keptMs = 90 * dayMs;
const removedMs = dayMs;

/** Deletes what is past keeping. */
export async function sweepNotifications({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  await db
    .deleteFrom('notification')
    .where((row) => row.or([row('created_at', '<', ago(keptMs)), row('removed_at', '<', ago(removedMs))]))
    .execute();
  await db.deleteFrom('notification_mail').where('sent_at', '<', ago(dayMs)).execute();
}

export const notificationJobs = (services: Services): Job[] => [
  { name: 'notification-mails', cron: '* * * * *', run: () => sendDigests(services) },
  // What quiet hours have held back, and what a process left when it ended.
  { name: 'notification-pushes', cron: '* * * * *', run: () => services.pushes.flush() },
  { name: 'notification-sweep', cron: '41 3 * * *', run: () => sweepNotifications(services) },
];
