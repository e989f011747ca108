/**
 * The way out of LOCKED by the recovery phrase. In one act the old key, which the words bring back, puts the new
 * certificate into the log of every workspace, once the personal records and what waits unsent on this device came back; and
 * the new seeds go under the same words, so that the kit on paper stays good.
 */

import { LogError } from '@kontor/contract/memberLog/logError';
import { fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { RecordChange } from '@kontor/contract/wire/change';
import type { FormerKeys } from '@kontor/contract/wire/recovery';
import { v7 as uuidv7 } from 'uuid';
import { applySurely } from '../../http/applySurely.ts';
import { type CallError, isCallError } from '../../http/callError.ts';
import { isPassing } from '../../http/transport.ts';
import type { AccountDeps } from '../profile/accountDeps.ts';
import { bringBackActs, unopenedActs } from './formerOutbox.ts';
import { rekey } from './rekey.ts';

/** The outcome for each workspace. */
export interface Unlocked {
  opened: string[];
  /** Ids of those that stay LOCKED, and why. */
  failed: { id: string; error: unknown }[];
}

/**
 * Unlocks these workspaces. One that fails does not hold up the others; the words can be used again for it. What was the person's alone
 * comes back before: where that is cut off, nothing is unlocked yet.
 * @throws PhraseError; CallError INVALID_PHRASE, THROTTLED; CryptoError where the words do not open what they should
 */
export async function unlockByPhrase(
  deps: AccountDeps,
  phrase: string,
  workspaceIds: readonly string[],
): Promise<Unlocked> {
  const { http, vault, device } = deps;
  const proof = await vault.verifyPhrase(phrase);
  const api = await http.api();
  const former = await api.recovery.formerKeys(proof);
  const waiting = await unopenedActs(vault, device);
  await vault.openFormerKeys(phrase, former);
  await bringBackActs(vault, device, waiting);
  // While the kit still opens something: behind the last workspace nothing would lead back here.
  const refused = await bringBack(deps, former.records);
  const opened: string[] = [];
  const failed: Unlocked['failed'] = [];
  for (const id of workspaceIds) {
    try {
      const inWorkspace = http.forWorkspace(id);
      await rekey({
        vault,
        workspaceId: id,
        lock: async () => (await inWorkspace.api()).recovery.lock({ id }),
        sign: ({ scopes }) => vault.signPhraseRekey(id, scopes, Date.now()),
        apply: (batch) => applySurely(inWorkspace, batch),
      });
      opened.push(id);
    } catch (error) {
      failed.push({ id, error });
    }
  }
  if (refused) throw refused;
  // A log that names yet another certificate is none of this kit's: it does not keep the kit from going on.
  const isAnothers = ({ error }: { error: unknown }) =>
    error instanceof LogError && error.fault === 'unknown-author';
  if (failed.every(isAnothers)) await api.recovery.renewKit(await vault.renewKit(phrase));
  return { opened, failed };
}

/**
 * Writes the personal records of before again, under the key of now. What was written since stays as it is. Returns why the server
 * would not take one, if so. @throws CallError of what another try can mend
 */
async function bringBack(
  { http, vault, userId }: AccountDeps,
  records: FormerKeys['records'],
): Promise<CallError | undefined> {
  let refused: CallError | undefined;
  const rows = records.map(({ sealed, ...row }) => ({
    ...row,
    scopeId: userId,
    revision: 1,
    updatedAt: 0,
    deleted: false,
    sealed: fromBase64Url(sealed),
  }));
  const { opened } = await vault.openPage('', { scopes: [], rows });
  for (const record of opened) {
    const [sealed] = await vault.sealRecords('', [{ ...record, version: 1 }]);
    const { entity, id, scopeId, refs } = record;
    const args = { scopeId, id, version: 1, refs, sealed: toBase64Url(sealed!) };
    const changes = [{ name: `${entity}.create`, args } as RecordChange];
    try {
      await applySurely(http, { id: uuidv7(), changes });
    } catch (error) {
      if (!isCallError(error) || isPassing(error)) throw error;
      if (error.code !== 'STALE_VERSION') refused = error;
    }
  }
  return refused;
}
