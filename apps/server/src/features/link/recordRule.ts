import { maxLinkSeconds } from '@kontor/contract/wire/link';
import { fail } from '../../http/errors.ts';
import type { ChangeContext, RecordRule } from '../../sync/changes/context.ts';

/** ms by which the clock of a link's maker may be ahead. */
const aDay = 86_400_000;

/**
 * A link ends some day, and is made where links are allowed. One that is moved here with its document, in
 * a later version, was made before.
 */
export const linkRule: RecordRule = {
  check: async (context, verb, records) => {
    if (verb === 'delete') return;
    const latest = context.now.getTime() + maxLinkSeconds * 1_000 + aDay;
    for (const { refs } of records)
      if (Number(refs.expiresAt ?? 0) > latest)
        throw fail('BAD_INPUT', { message: 'expiresAt: a year ahead at most' });
    const isMade = verb === 'create' && records.some(({ version }) => version === 1);
    if (isMade && !(await allowsLinks(context))) throw fail('LINKS_OFF');
  },
};

async function allowsLinks({ tx, workspaceId }: ChangeContext): Promise<boolean> {
  const row = await tx
    .selectFrom('workspace')
    .select('allows_links')
    .where('id', '=', workspaceId!)
    .executeTakeFirst();
  return row?.allows_links === true;
}
