/**
 * Limits how many workspaces one account and one address found: each comes with storage. To a server of this machine alone
 * (a loopback `PUBLIC_URL`) everybody comes from one address, and that is not counted.
 */
import { isLoopback } from '../../env.ts';
import { fail } from '../../http/errors.ts';
import { createThrottle, networkOf, type Throttle } from '../../http/throttle.ts';
import type { Services } from '../../services.ts';
import { createdIn } from '../../sync/changes/plan.ts';
import { type Limit, takeOr } from './limit.ts';

/** Workspaces that one account may own at a time. */
const maxOwned = 20;

const day = { seconds: 24 * 3_600 };

/**
 * Returns a function that counts a batch which founds a workspace, and lets all others pass; it answers how to take that
 * back. @throws TOO_MANY_WORKSPACES, FOUNDED_TOO_MANY
 */
export function foundingLimits({ db, pool, env }: Services): Limit {
  const perAccount = createThrottle(pool, { name: 'found', attempts: 10, ...day });
  const perAddress = createThrottle(pool, { name: 'found-from', attempts: 30, ...day });

  /** Counts the workspaces that a user owns beside one. */
  const ownedBeside = async (userId: string, workspaceId: string): Promise<number> => {
    const { count } = await db
      .selectFrom('membership')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('is_owner', '=', true)
      .where('workspace_id', '!=', workspaceId)
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  const isLocal = isLoopback(env.PUBLIC_URL);
  return async ({ userId, address }, batch) => {
    const workspaceId = createdIn(batch);
    if (workspaceId === undefined) return () => {};
    if ((await ownedBeside(userId, workspaceId)) >= maxOwned) throw fail('TOO_MANY_WORKSPACES');
    const counted: (readonly [Throttle, string])[] = [[perAccount, userId]];
    if (!isLocal) counted.push([perAddress, networkOf(address)]);
    const taken: typeof counted = [];
    const giveBack = async () => {
      for (const [throttle, key] of taken) await throttle.giveBack(key);
    };
    for (const each of counted) {
      taken.push(each);
      await takeOr('FOUNDED_TOO_MANY', ...each).catch(async (error) => {
        await giveBack();
        throw error;
      });
    }
    return giveBack;
  };
}
