import { dayMs } from '@kontor/contract/time/day';
import { maxLinkSeconds } from '@kontor/contract/wire/link';
import type { RecordArgs } from '@kontor/contract/wire/record';
import { fail } from '../../http/errors.ts';
import type { ChangeContext, RecordRule } from '../../sync/changes/context.ts';
import { movedFrom } from '../../sync/changes/moved.ts';

/** ms by which the clock of a link's maker may be ahead. */
const maxClockAheadMs = dayMs;

/**
 * A link ends some day, and is made where links are allowed, under an id that no other has: the address names that
 * alone. One that is moved here with its document, in a later version, was made before.
 */
export const linkRule: RecordRule = {
  check: async (context, verb, records) => {
    if (verb === 'delete') return;
    const latest = context.now.getTime() + maxLinkSeconds * 1_000 + maxClockAheadMs;
    for (const { refs } of records)
      if (Number(refs.expiresAt ?? 0) > latest)
        throw fail('BAD_INPUT', { message: 'expiresAt: a year ahead at most' });
    if (verb !== 'create') return;
    if (records.some(({ version }) => version === 1) && !(await allowsLinks(context)))
      throw fail('LINKS_OFF');
    if (await isTaken(context, records)) throw fail('BAD_INPUT', { message: "id: another's" });
  },
};

/**
 * Tells whether one of the ids of new links is that of a link elsewhere, deleted or not. Where a link is moved, it is of what stays
 * there: two of one id would outlive the revocation of one.
 */
async function isTaken(context: ChangeContext, records: readonly RecordArgs[]): Promise<boolean> {
  const byId = new Map(records.map((record) => [record.id, record]));
  if (byId.size < records.length) return true;
  const found = await context.tx
    .selectFrom('link')
    .select(['id', 'scope_id', 'deleted'])
    .where('id', 'in', [...byId.keys()])
    .execute();
  return found.some(({ id, scope_id, deleted }) => {
    const record = byId.get(id)!;
    if (scope_id === record.scopeId) return false;
    if (record.version === 1) return true;
    return !deleted && !movedFrom(context, 'link', record).some(({ scopeId }) => scopeId === scope_id);
  });
}

async function allowsLinks({ tx, workspaceId }: ChangeContext): Promise<boolean> {
  const row = await tx
    .selectFrom('workspace')
    .select('allows_links')
    .where('id', '=', workspaceId!)
    .executeTakeFirst();
  return row?.allows_links === true;
}
