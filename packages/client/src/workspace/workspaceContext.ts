/** The context that open records work with; the session creates it. */
import type { DeviceStore } from '../device/deviceStore.ts';
import type { ChosenFile } from '../files/fileContents.ts';
import type { Http } from '../http/http.ts';
import type { Realtime } from '../http/realtime.ts';
import type { Replica } from '../replica/replica.ts';
import type { Vault } from '../vault/vault.ts';

export interface PersonalContext {
  /** The id of the signed-in user. */
  userId: string;
  http: Http;
  vault: Vault;
  /** This user's store on this device; all their workspaces share it. */
  device: DeviceStore;
  realtime: Realtime;
}

export interface WorkspaceContext extends PersonalContext {
  workspaceId: string;
  /** The scopes that the screen at hand shows: see `Replica.need`. Opening waits for no others. */
  first?: readonly string[] | undefined;
  /** Tells whether the server takes changes of the workspace, by what is paid. */
  isWritable(): boolean;
  /** Is called when the member log says that this account has no place here, whatever the server says. */
  onShutOut(): void;
  /** The connection, with the workspace's header on every call. */
  http: Http;
  /** The files that were chosen for upload since the sign-in, by upload. */
  chosen: Map<string, ChosenFile>;
  /** The user's own records, which show beside the workspace's. They stay open when it closes. */
  personal: Replica;
}
