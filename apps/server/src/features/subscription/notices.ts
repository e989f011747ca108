/** Notices about a subscription, by mail to the admins and the owner, each once. */
import type { Language } from '@kontor/contract/text/language';
import { dayMs } from '@kontor/contract/time/day';
import { layOut, nameInMail } from '../../adapters/mailLayout.ts';
import { longDayText } from '../../dayText.ts';
import type { Tx } from '../../db/database.ts';
import { type NoticeKind, noticeWords } from './noticeWords.ts';
import type { SubscriptionServices } from './sync.ts';

export interface Notice {
  kind: NoticeKind;
  /** Tells this occasion from the next of its kind: a moment, a number of days. */
  occasion: string | number;
  /** Other words than those of its kind. */
  words?: NoticeKind | undefined;
  /** The day that it speaks of. */
  day?: Date | null;
}

/** Time after which a notice is useless, unless the day that it speaks of is later. */
const usefulMs = 3 * dayMs;

/**
 * Mails a notice in this transaction, unless it was mailed before.
 * @returns true if it was mailed now
 */
export async function sendNotice(
  { env, mails, clock, payments }: Pick<SubscriptionServices, 'env' | 'mails' | 'clock' | 'payments'>,
  tx: Tx,
  workspaceId: string,
  { kind, occasion, words = kind, day }: Notice,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('subscription_notice')
    .values({ workspace_id: workspaceId, notice: `${kind} ${occasion}`, sent_at: await payments.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return false;
  const { name } = (await tx
    .selectFrom('workspace')
    .select('name')
    .where('id', '=', workspaceId)
    .executeTakeFirst()) ?? { name: '' };
  const people = await tx
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.user_id')
    .select(['account.email', 'account.metadata'])
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'ADMIN')
    .where('status', '!=', 'INACTIVE')
    .where('leaving', 'is', null)
    .execute();
  const url = `${env.PUBLIC_URL}/${workspaceId}/settings/billing-and-payment`;
  const expiresAt = new Date(Math.max(clock.now().getTime() + usefulMs, day?.getTime() ?? 0));
  const about = `notice ${kind} of ${workspaceId}`;
  for (const { email, metadata } of people) {
    const mail = noticeMail(metadata.language, words, { name, day, url });
    await mails.send({ to: email, workspaceIds: [workspaceId], ...mail }, { tx, expiresAt, about });
  }
  return true;
}

/** Writes a notice as a mail. */
export function noticeMail(
  language: Language,
  kind: NoticeKind,
  { name, day, url }: { name: string; day: Date | null | undefined; url: string },
) {
  const { button, footer, kinds } = noticeWords[language];
  const shown = day ? longDayText(day, language) : '';
  const fill = (text: string) =>
    text.replaceAll('{{day}}', shown).replaceAll('{{name}}', () => nameInMail(name));
  const [subject, ...paragraphs] = kinds[kind].map(fill) as [string, ...string[]];
  return {
    subject,
    ...layOut({
      language,
      title: subject,
      paragraphs,
      links: [{ label: button, url }],
      footer: footer.replace('{{host}}', new URL(url).host),
    }),
  };
}
