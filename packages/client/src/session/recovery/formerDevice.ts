/**
 * A device that was signed in when the password was reset elsewhere. It keeps the old keys, may do nothing but answer
 * for the new certificate whose six words the person types here, and then forgets them.
 */
import type { FormerDevice } from '@kontor/contract/wire/recovery';
import type { DeviceStore } from '../../device/deviceStore.ts';
import type { Http } from '../../http/http.ts';
import type { Vault } from '../../vault/vault.ts';
import { openKeptAccount, sealedAccount } from '../account/deviceAccount.ts';
import { rekey } from './rekey.ts';

interface Deps {
  http: Http;
  vault: Vault;
}

const readFacts = async (http: Http): Promise<FormerDevice> => (await http.api()).recovery.formerDevice();

/**
 * Opens the old keys on this device. Returns what they can unlock (`facts`), or no facts where they do not open; and the account as
 * it is kept, sealed, if it is. @throws CallError
 */
export async function openFormerDevice(
  { http, vault }: Deps,
  device: DeviceStore,
): Promise<{ facts?: FormerDevice; sealed: Uint8Array | undefined }> {
  // Read before the server says that the session is a former one: what is kept behind that may be another tab's.
  const sealed = await sealedAccount(device);
  const facts = await readFacts(http);
  if (!(await openKeptAccount(vault, device, facts))) return { sealed };
  await vault.takePins(facts.pins, 'server');
  return { facts, sealed };
}

/**
 * Answers for the account's new certificate in every workspace that still names the old one.
 * @throws TrustError wrong-words, too-many-tries; CallError
 */
export async function answerForReset({ http, vault }: Deps, words: string): Promise<void> {
  const api = await http.api();
  let facts = await readFacts(http);
  for (const { id } of facts.workspaces) {
    await rekey({
      vault,
      workspaceId: id,
      lock: async () => {
        facts = await readFacts(http);
        return facts.workspaces.find((workspace) => workspace.id === id);
      },
      sign: ({ scopes }) => vault.signDeviceRekey(id, facts.newPublicKey, words, scopes, Date.now()),
      apply: (batch) => api.recovery.answer(batch),
    });
  }
}
