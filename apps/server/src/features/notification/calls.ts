/** The notifications' part of the contract. */
import type { Actor } from '@kontor/contract/capability';
import { notificationTable } from '@kontor/contract/server/notification';
import { isZone } from '@kontor/contract/time/zone';
import {
  maxMutes,
  maxNotifications,
  type NotificationSetting,
  notificationFields,
} from '@kontor/contract/wire/notification';
import { sql } from 'kysely';
import { pickWire } from '../../db/clearRow.ts';
import type { Database } from '../../db/database.ts';
import { signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { actorIn } from '../../sync/access.ts';
import { publishNotifications } from '../../sync/changes/hints.ts';
import { readsSql } from '../../sync/readsSql.ts';
import { settingOf, storeSetting } from './setting.ts';

export const notificationCalls = (services: Services) => {
  const { db, clock, pushes } = services;
  const changed = (workspaceId: string, userId: string) =>
    publishNotifications(services, [{ workspaceId, userId }]);
  return {
    list: signedInCalls.notification.list.handler(async ({ input: { workspaceId }, context }) => {
      const { userId } = context.signedIn;
      const actor = await memberOf(db, userId, workspaceId);
      const rows = await listOf(db, actor, workspaceId);
      const muted = await db
        .selectFrom('mute')
        .select('subject_id')
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        .execute();
      return {
        notifications: rows.map((row) => pickWire(notificationTable, row, ...notificationFields)),
        mutedIds: muted.map(({ subject_id }) => subject_id),
      };
    }),

    mark: signedInCalls.notification.mark.handler(async ({ input, context }) => {
      const { userId } = context.signedIn;
      const { workspaceId, ids, isRead, isRemoved } = input;
      await memberOf(db, userId, workspaceId);
      const now = clock.now();
      // What was read before keeps its time; what has no cause any more does not come back.
      const readAt = isRead ? sql<Date>`coalesce(read_at, ${now})` : null;
      if (isRead === undefined && isRemoved === undefined) return {};
      const { numUpdatedRows } = await db
        .updateTable('notification')
        .set(({ ref }) => ({
          ...(isRead !== undefined && { read_at: readAt }),
          ...(isRemoved !== undefined && { removed_at: isRemoved ? now : ref('withdrawn_at') }),
        }))
        .where('id', 'in', ids)
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) changed(workspaceId, userId);
      return {};
    }),

    mute: signedInCalls.notification.mute.handler(
      async ({ input: { workspaceId, id, isMuted }, context }) => {
        const { userId } = context.signedIn;
        await memberOf(db, userId, workspaceId);
        if (isMuted) {
          const { muted } = await db
            .selectFrom('mute')
            .select(({ fn }) => fn.countAll<string>().as('muted'))
            .where('user_id', '=', userId)
            .executeTakeFirstOrThrow();
          if (Number(muted) >= maxMutes) throw fail('OVER_PERSONAL_QUOTA');
          await db
            .insertInto('mute')
            .values({ user_id: userId, workspace_id: workspaceId, subject_id: id })
            .onConflict((clash) => clash.doNothing())
            .execute();
        } else
          await db.deleteFrom('mute').where('user_id', '=', userId).where('subject_id', '=', id).execute();
        changed(workspaceId, userId);
        return {};
      },
    ),

    setting: signedInCalls.notification.setting.handler(({ context }) =>
      settingOf(db, context.signedIn.userId),
    ),

    updateSetting: signedInCalls.notification.updateSetting.handler(async ({ input, context }) => {
      const { zone, ...rest } = input;
      // A browser may name a zone that this machine does not know; the rest of the setting is no worse for it.
      const changes = zone !== undefined && isZone(zone) ? input : rest;
      // What JSON leaves out is not there.
      await storeSetting(db, context.signedIn.userId, changes as Partial<NotificationSetting>);
      return {};
    }),

    push: signedInCalls.notification.push.handler(async ({ context }) => ({
      publicKey: pushes.publicKey,
      isOn: await pushes.isOn(context.signedIn.sessionId),
    })),

    subscribe: signedInCalls.notification.subscribe.handler(async ({ input, context }) => {
      const { userId, sessionId } = context.signedIn;
      if (!pushes.accepts(input.endpoint)) throw fail('BAD_INPUT', { message: 'endpoint: no push service' });
      await pushes.subscribe({ accountId: userId, sessionId }, input);
      return {};
    }),

    unsubscribe: signedInCalls.notification.unsubscribe.handler(async ({ context }) => {
      await pushes.unsubscribe(context.signedIn.sessionId);
      return {};
    }),
  };
};

/** Returns the caller as a member. @throws NOT_FOUND alike for strangers and missing workspaces */
async function memberOf(db: Database, userId: string, workspaceId: string): Promise<Actor> {
  const actor = await actorIn(db, userId, workspaceId);
  if (!actor) throw fail('NOT_FOUND');
  return actor;
}

/** A sender's newest ones, which come before all other notifications: a flood of somebody's leaves room for what others said. */
const perSender = 100;

/** Returns what a member was told and may still read, newest first. */
async function listOf(db: Database, { userId }: Actor, workspaceId: string) {
  const readable = db
    .selectFrom('notification as n')
    .innerJoin('scope as s', 's.id', 'n.scope_id')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.workspace_id', '=', 'n.workspace_id').onRef('m.user_id', '=', 'n.user_id'),
    )
    .selectAll('n')
    .select(
      sql<number>`row_number() OVER (PARTITION BY n.sender_id ORDER BY n.created_at DESC, n.id)`.as('nth'),
    )
    .where('n.user_id', '=', userId)
    .where('n.workspace_id', '=', workspaceId)
    .where('n.removed_at', 'is', null)
    .where(sql<boolean>`${sql.raw(readsSql('m', 's'))}`);
  const listed = db
    .selectFrom(readable.as('n'))
    .selectAll()
    .orderBy((n) => n('nth', '>', perSender))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxNotifications);
  return db.selectFrom(listed.as('n')).selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
}
