/** Rights of a device that was signed in before a reset: it may answer for the new certificate, and nothing else. */
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { Batch } from '@kontor/contract/wire/change';
import { fingerprintOf } from '@kontor/contract/wire/keyCert';
import type { FormerDevice } from '@kontor/contract/wire/recovery';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import { nodeVerifier } from '../../adapters/verifier.ts';
import type { Database } from '../../db/database.ts';
import { fail } from '../../http/errors.ts';
import type { FormerDevice as FormerSession } from '../../http/session.ts';
import type { Services } from '../../services.ts';
import { applyBatch } from '../../sync/changes/applyBatch.ts';
import type { ChangeHandlers } from '../../sync/changes/context.ts';
import { formerPins } from './formerPins.ts';
import { readLock } from './lock.ts';

/** Selects the LOCKED workspaces whose log still names the device's certificate. */
function answerable(db: Database, userId: string, certKey: string) {
  return db
    .selectFrom('membership as m')
    .innerJoin('workspace as w', 'w.id', 'm.workspace_id')
    .select(['w.id', 'w.name'])
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'LOCKED')
    .where('m.cert_key', '=', certKey)
    .orderBy('w.created_at')
    .execute();
}

export async function readFormerDevice(
  { db }: Pick<Services, 'db'>,
  former: FormerSession,
): Promise<FormerDevice> {
  const { userId, sessionId, publicKey } = former;
  const certKey = toBase64Url(await fingerprintOf(publicKey, nodeVerifier));
  const [row, pins, workspaces] = await Promise.all([
    db
      .selectFrom('account')
      .innerJoin('session', 'session.account_id', 'account.id')
      .select(['account.email', 'account.public_key', 'session.device_share'])
      .where('session.id', '=', sessionId)
      .where('account.id', '=', userId)
      .executeTakeFirst(),
    formerPins(db, userId, certKey),
    answerable(db, userId, certKey),
  ]);
  if (!row) throw fail('NOT_SIGNED_IN');
  return {
    userId,
    email: row.email,
    publicKey,
    deviceShare: row.device_share.toString('base64url'),
    newPublicKey: row.public_key,
    pins,
    workspaces: await Promise.all(
      workspaces.map(async ({ id, name }) => ({ id, name, ...(await readLock(db, userId, id)) })),
    ),
  };
}

/**
 * Applies the device's `rekey` in one workspace, with the key rows that belong to it and nothing else: only of scopes
 * whose key the person gets (a private project's key is new then and goes to all its readers).
 * @throws PERMISSION_DENIED for anything else; otherwise the error that refuses the changes
 */
export async function answer(
  services: Services,
  handlers: ChangeHandlers,
  { userId, sessionId }: FormerSession,
  batch: Batch,
): Promise<void> {
  const [first, ...rest] = batch.changes;
  const isRekey =
    first?.name === 'log.append' &&
    first.args.entry.type === 'rekey' &&
    first.args.entry.payload.method === 'device' &&
    first.args.entry.payload.userId === userId;
  const keys = rest.flatMap((change) => (change.name === 'key.add' ? [change.args.key] : []));
  const isOwn = (key: ScopeKey) => key.type === 'grant' && key.recipientId === userId;
  const scopeIds = new Set(keys.filter(isOwn).map(({ scopeId }) => scopeId));
  const isPart = ({ type, scopeId }: ScopeKey) => type !== 'wrap' && scopeIds.has(scopeId);
  if (!isRekey || keys.length < rest.length || !keys.every(isPart)) throw fail('PERMISSION_DENIED');
  await applyBatch(services, handlers, { userId, sessionId }, batch);
  services.log.info({ sessionId }, 'a former device answered');
}
