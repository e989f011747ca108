/** Another certificate in a workspace's log, in the place of the account's of before a password reset. */
import type { Batch, Change } from '@kontor/contract/wire/change';
import type { Lock } from '@kontor/contract/wire/recovery';
import { v7 as uuidv7 } from 'uuid';
import { isCallError } from '../../http/callError.ts';
import type { SignedActs } from '../../vault/memberAct.ts';
import type { Vault } from '../../vault/vault.ts';

/** Others may write the log at the same time. */
const maxTries = 5;

export interface Rekey {
  vault: Vault;
  workspaceId: string;
  /** Resolves with the lock as it is now; asked again when the log moved on. Undefined where somebody else has unlocked it. */
  lock(): Promise<Lock | undefined>;
  sign(lock: Lock): Promise<SignedActs>;
  apply(batch: Batch): Promise<unknown>;
}

/** Signs against the newest log and sends. @throws CallError; LogError; TrustError */
export async function rekey({ vault, workspaceId, lock, sign, apply }: Rekey): Promise<void> {
  for (let tries = 1; ; tries++) {
    const now = await lock();
    if (!now) return;
    await vault.takeLog(workspaceId, now.log, 'server');
    const { entries, keys } = await sign(now);
    const changes: Change[] = [
      ...entries.map((entry): Change => ({ name: 'log.append', args: { entry } })),
      ...keys.map((key): Change => ({ name: 'key.add', args: { key } })),
    ];
    try {
      await apply({ id: uuidv7(), workspaceId, changes });
      // By the log of before, the account would be shut out until the next pull.
      await vault.takeLog(workspaceId, entries, 'server');
      return;
    } catch (error) {
      if (tries >= maxTries || !isCallError(error, 'LOG_MOVED', 'OUTDATED_KEY')) throw error;
    }
  }
}
