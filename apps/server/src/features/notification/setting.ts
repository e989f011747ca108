/** Somebody's choices of how to be told of things outside the app. */
import { notificationSettingTable } from '@kontor/contract/server/notification';
import type { NotificationSetting } from '@kontor/contract/wire/notification';
import { pickWire } from '../../db/clearRow.ts';
import type { Database } from '../../db/database.ts';

/** The setting of somebody who changed nothing: mails at once, no sound, no quiet hours. */
const initial: NotificationSetting = { mail: {}, sound: false, quietFrom: null, quietTo: null, zone: 'UTC' };

/** Returns an account's setting. */
export async function settingOf(db: Database, accountId: string): Promise<NotificationSetting> {
  const row = await db
    .selectFrom('notification_setting')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row
    ? pickWire(notificationSettingTable, row, 'mail', 'sound', 'quietFrom', 'quietTo', 'zone')
    : initial;
}

/** Stores an account's setting. */
export async function storeSetting(
  db: Database,
  accountId: string,
  { mail, sound, quietFrom, quietTo, zone }: NotificationSetting,
): Promise<void> {
  const values = { mail: JSON.stringify(mail), sound, quiet_from: quietFrom, quiet_to: quietTo, zone };
  await db
    .insertInto('notification_setting')
    .values({ account_id: accountId, ...values })
    .onConflict((clash) => clash.column('account_id').doUpdateSet(values))
    .execute();
}
