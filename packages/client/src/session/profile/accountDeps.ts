import type { DeviceStore } from '../../device/deviceStore.ts';
import type { Http } from '../../http/http.ts';
import type { Vault } from '../../vault/vault.ts';

/** The connection, keys and store of a signed-in account, for what works upon it. */
export interface AccountDeps {
  http: Http;
  vault: Vault;
  device: DeviceStore;
  userId: string;
}
