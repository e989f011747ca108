import { maxLinkSeconds } from '@kontor/contract/wire/link';
import type { RecordArgs } from '@kontor/contract/wire/record';
import { fail } from '../../http/errors.ts';
import type { ChangeContext, RecordRule } from '../../sync/changes/context.ts';

/** ms by which the clock of a link's maker may be ahead. */
const aDay = 86_400_000;

/**
 * A link ends some day, and is made where links are allowed, under an id that no other ever had: the address names that
 * alone. One that is moved here with its document, in a later version, was made before.
 */
export const linkRule: RecordRule = {
  check: async (context, verb, records) => {
    if (verb === 'delete') return;
    const latest = context.now.getTime() + maxLinkSeconds * 1_000 + aDay;
    for (const { refs } of records)
      if (Number(refs.expiresAt ?? 0) > latest)
        throw fail('BAD_INPUT', { message: 'expiresAt: a year ahead at most' });
    const made = records.filter(({ version }) => verb === 'create' && version === 1);
    if (made.length === 0) return;
    if (!(await allowsLinks(context))) throw fail('LINKS_OFF');
    if (await isTaken(context, made)) throw fail('BAD_INPUT', { message: "id: another's" });
  },
};

/** Tells whether one of some ids is that of a link elsewhere, deleted or not. */
async function isTaken({ tx }: ChangeContext, records: readonly RecordArgs[]): Promise<boolean> {
  const scopes = new Map(records.map(({ id, scopeId }) => [id, scopeId]));
  const ids = [...scopes.keys()];
  const found = await tx.selectFrom('link').select(['id', 'scope_id']).where('id', 'in', ids).execute();
  return found.some(({ id, scope_id }) => scopes.get(id) !== scope_id);
}

async function allowsLinks({ tx, workspaceId }: ChangeContext): Promise<boolean> {
  const row = await tx
    .selectFrom('workspace')
    .select('allows_links')
    .where('id', '=', workspaceId!)
    .executeTakeFirst();
  return row?.allows_links === true;
}
