/**
 * Limits how many projects and rooms one person makes in a day, and how many keys of each: a workspace can hold so many, nobody
 * is to use them up, and all keys of a scope come at once to whoever reads it. A server of this machine alone (a loopback
 * `PUBLIC_URL`) has no strangers, and no limit.
 */
import { scopeKind } from '@kontor/contract/entity/scopeKind';
import { changesLog } from '@kontor/contract/wire/change';
import { isLoopback } from '../../env.ts';
import { createThrottle } from '../../http/throttle.ts';
import type { Services } from '../../services.ts';
import { type Limit, takeOr } from './limit.ts';

export const scopesPerDay = 500;
/** Of one scope, by one person: many times what an hour of letting people in and out makes. */
export const keysPerDay = 200;

const day = { seconds: 24 * 3_600 };

/**
 * Returns a function that counts the scopes which a batch creates, those of the member log aside; it answers how to take that
 * back. @throws TOO_MANY_SCOPES_TODAY
 */
export function scopeLimits({ pool, env }: Pick<Services, 'pool' | 'env'>): Limit {
  const perAccount = createThrottle(pool, { name: 'scopes', attempts: scopesPerDay, ...day });
  return async ({ userId }, { changes }) => {
    const { length: count } = changes.filter(
      ({ name, args }) =>
        name === 'scope.create' && 'scope' in args && scopeKind(args.scope.kind).key === 'shared',
    );
    if (count === 0 || isLoopback(env.PUBLIC_URL)) return () => {};
    const giveBack = () => perAccount.giveBack(userId, count);
    await takeOr('TOO_MANY_SCOPES_TODAY', perAccount, userId, count).catch(async (error) => {
      await giveBack();
      throw error;
    });
    return giveBack;
  };
}

/**
 * Returns a function that counts the scopes of which a batch brings new keys, each for itself: a batch brings one generation of
 * each (`keyChanges.ts`). An entry of the log brings those that go with it. It answers how to take that back.
 * @throws TOO_MANY_KEYS_TODAY
 */
export function keyLimits({ pool, env }: Pick<Services, 'pool' | 'env'>): Limit {
  const perScope = createThrottle(pool, { name: 'keys', attempts: keysPerDay, ...day });
  return async ({ userId }, { changes }) => {
    const ids = new Set(changes.flatMap(({ args }) => ('key' in args ? [args.key.scopeId] : [])));
    if (ids.size === 0 || changesLog(changes) || isLoopback(env.PUBLIC_URL)) return () => {};
    const taken: string[] = [];
    const giveBack = async () => {
      for (const key of taken) await perScope.giveBack(key);
    };
    for (const id of ids) {
      const key = `${userId} ${id}`;
      taken.push(key);
      await takeOr('TOO_MANY_KEYS_TODAY', perScope, key).catch(async (error) => {
        await giveBack();
        throw error;
      });
    }
    return giveBack;
  };
}
