/** Reads and stores what a signed-in device needs to open its account. */
import type { Account, SealedPin } from '@kontor/contract/wire/account';
import { maxPins } from '@kontor/contract/wire/protocol';
import type { Database } from '../../db/database.ts';
import { fail } from '../../http/errors.ts';
import type { SignedIn } from '../../http/session.ts';
import { kitState } from '../../recoveryKit.ts';
import type { Services } from '../../services.ts';

const b64 = (bytes: Buffer) => bytes.toString('base64url');

/** Returns the account with this session's device share. */
export async function readAccount(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { userId, sessionId }: SignedIn,
): Promise<Account> {
  const [row, pins, former] = await Promise.all([
    db
      .selectFrom('account')
      .innerJoin('session', 'session.account_id', 'account.id')
      .selectAll('account')
      .select('session.device_share')
      .where('session.id', '=', sessionId)
      .where('account.id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('account_pin')
      .select(['workspace_id', 'sealed'])
      .where('account_id', '=', userId)
      .where('former_key', 'is', null)
      .execute(),
    db
      .selectFrom('session')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', userId)
      .where('former_public_key', 'is not', null)
      .executeTakeFirstOrThrow(),
  ]);
  if (!row) throw fail('NOT_SIGNED_IN'); // revoked between the look-up and here
  const kit = await kitState(db, row);
  return {
    id: row.id,
    email: row.email,
    language: row.metadata.language,
    suite: row.suite,
    accountSalt: b64(row.account_salt),
    publicKey: row.public_key,
    privateKey: b64(row.private_key),
    deviceShare: b64(row.device_share),
    hasKit: kit === 'good',
    keepsKit: row.phrase_sealed !== null,
    former: { hasKit: kit === 'former', hasVoidKit: kit === 'void', deviceCount: Number(former.count) },
    pins: pins.map((pin) => ({ workspaceId: pin.workspace_id, sealed: b64(pin.sealed) })),
    realtime: { key: env.REALTIME_KEY },
  };
}

export async function storePin(
  db: Database,
  userId: string,
  { workspaceId, sealed }: SealedPin,
): Promise<void> {
  const { count } = await db
    .selectFrom('account_pin')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', userId)
    .where('workspace_id', '!=', workspaceId)
    .executeTakeFirstOrThrow();
  if (count >= maxPins) throw fail('BAD_INPUT', { message: 'too many pins' });
  const bytes = Buffer.from(sealed, 'base64url');
  await db
    .insertInto('account_pin')
    .values({ account_id: userId, workspace_id: workspaceId, sealed: bytes, former_key: null })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'workspace_id']).doUpdateSet({ sealed: bytes, former_key: null }),
    )
    .execute();
}
