/** Somebody's choices of how to be told of things outside the app. */
import { notificationSettingTable } from '@kontor/contract/server/notification';
import type { NotificationSetting } from '@kontor/contract/wire/notification';
import { sql } from 'kysely';
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

/** Stores what somebody changes of their setting, mails event by event: the rest may have been changed elsewhere. */
export async function storeSetting(
  db: Database,
  accountId: string,
  { mail = {}, quietFrom, quietTo, ...others }: Partial<NotificationSetting>,
): Promise<void> {
  const changes = {
    ...others,
    ...(quietFrom !== undefined && { quiet_from: quietFrom }),
    ...(quietTo !== undefined && { quiet_to: quietTo }),
  };
  const { sound, zone } = initial;
  await db
    .insertInto('notification_setting')
    .values({ account_id: accountId, sound, zone, ...changes, mail: JSON.stringify(mail) })
    .onConflict((clash) =>
      clash
        .column('account_id')
        .doUpdateSet({ ...changes, mail: sql`notification_setting.mail || excluded.mail` }),
    )
    .execute();
}
