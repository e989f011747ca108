/** Decides who may make an account on this server (the setting REGISTRATION). */
import type { Env } from '../../env.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';

type Deps = Pick<Services, 'db' | 'clock' | 'env'>;

/** Tests if an address has an open invitation that it may take here. */
export async function isInvited({ db, clock, env }: Deps, email: string): Promise<boolean> {
  if (env.REGISTRATION === 'closed') return false;
  const row = await db
    .selectFrom('invitation')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers who may make an account now: whoever sets a server up makes its first one, whatever the setting. */
export async function registrationNow({ db, env }: Deps): Promise<Env['REGISTRATION']> {
  if (env.REGISTRATION === 'open') return 'open';
  const anyone = await db.selectFrom('account').select('id').limit(1).executeTakeFirst();
  return anyone ? env.REGISTRATION : 'open';
}

/** Checks that an address may have a new account. @throws REGISTRATION_CLOSED */
export async function checkMayRegister(deps: Deps, email: string): Promise<void> {
  if ((await registrationNow(deps)) === 'open' || (await isInvited(deps, email))) return;
  throw fail('REGISTRATION_CLOSED');
}
