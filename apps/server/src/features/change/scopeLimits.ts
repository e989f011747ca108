/**
 * Limits how many projects and rooms one person makes in a day: a workspace can hold so many, and nobody is to use them up. A
 * server of this machine alone (a loopback `PUBLIC_URL`) has no strangers, and no limit.
 */
import { scopeKind } from '@kontor/contract/entity/scopeKind';
import type { Batch } from '@kontor/contract/wire/change';
import { isLoopback } from '../../env.ts';
import { fail } from '../../http/errors.ts';
import { createThrottle } from '../../http/throttle.ts';
import type { Services } from '../../services.ts';

export const scopesPerDay = 500;

/**
 * Returns a function that counts the scopes which a batch creates, those of the member log aside; it answers how to take that
 * back. @throws TOO_MANY_SCOPES_TODAY
 */
export function scopeLimits({ pool, env }: Services) {
  const perAccount = createThrottle(pool, { name: 'scopes', attempts: scopesPerDay, seconds: 24 * 3_600 });
  return async (userId: string, { changes }: Batch): Promise<() => Promise<void>> => {
    const { length: count } = changes.filter(
      ({ name, args }) =>
        name === 'scope.create' && 'scope' in args && scopeKind(args.scope.kind).key === 'shared',
    );
    if (count === 0 || isLoopback(env.PUBLIC_URL)) return async () => {};
    const giveBack = () => perAccount.giveBack(userId, count);
    // A code of its own: a device tries a throttled batch again and again, and holds what comes after it.
    await perAccount.take(userId, count).catch(async () => {
      await giveBack();
      throw fail('TOO_MANY_SCOPES_TODAY');
    });
    return giveBack;
  };
}
