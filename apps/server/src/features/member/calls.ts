/**
 * Calls for what only the server knows of a workspace's members. These are hints: the log decides who is a member in
 * what role.
 */
import { can } from '@kontor/contract/capability';
import { membershipTable } from '@kontor/contract/server/membership';
import { headers } from '@kontor/contract/wire/protocol';
import { uuid } from '@kontor/contract/wire/shapes';
import { pickWire } from '../../db/clearRow.ts';
import { signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { actorIn } from '../../sync/access.ts';

export const memberCalls = ({ db }: Services) => ({
  list: signedInCalls.member.list.handler(async ({ context }) => {
    const named = uuid.safeParse(context.request.headers[headers.workspace]);
    if (!named.success) throw fail('INVALID_WORKSPACE');
    const actor = await actorIn(db, context.signedIn.userId, named.data);
    if (!actor) throw fail('NOT_FOUND');
    if (!can(actor, 'member.list')) throw fail('PERMISSION_DENIED');
    const rows = await db
      .selectFrom('membership as m')
      .leftJoin('account as a', 'a.id', 'm.user_id')
      .select(['m.user_id', 'm.role', 'm.status', 'm.is_owner', 'm.leaving', 'a.email'])
      .select(({ selectFrom }) =>
        selectFrom('session as s')
          .select(({ fn }) => fn.max('s.last_seen_at').as('last_seen_at'))
          .whereRef('s.account_id', '=', 'm.user_id')
          .as('last_seen_at'),
      )
      .where('m.workspace_id', '=', named.data)
      .orderBy('m.user_id')
      .execute();
    return rows.map((row) => ({
      ...pickWire(membershipTable, row, 'userId', 'role', 'status', 'isOwner', 'leaving'),
      email: row.email ?? '',
      lastSeenAt: row.last_seen_at?.getTime() ?? null,
    }));
  }),
});
