import type { RealtimeEndpoint } from '@kontor/contract/wire/account';
import type { DeviceStore, OpenDeviceStore } from '../device/deviceStore.ts';
import type { Http } from '../http/http.ts';
import type { Realtime } from '../http/realtime.ts';
import type { Replica } from '../replica/replica.ts';
import type { Vault } from '../vault/vault.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { PersonalContext, WorkspaceContext } from '../workspace/workspaceContext.ts';
import type { BearerSession } from './account/bearerSession.ts';
import type { SignInLock } from './account/signInLock.ts';

/** The parts that a session is put together from. */
export interface SessionParts {
  http: Http;
  vault: Vault;
  openDevice: OpenDeviceStore;
  signInLock: SignInLock;
  /** Of the desktop app: its token, and what it keeps in the keychain. */
  bearer?: BearerSession;
  openRealtime(http: Http, endpoint: RealtimeEndpoint): Promise<Realtime>;
  openPersonal(context: PersonalContext): Promise<Replica>;
  openWorkspace(context: WorkspaceContext): Promise<Workspace>;
  /**
   * Counts the unsent transactions that a device keeps, and those that it could not (`unstored`, by their ids); without those that
   * the server has (`arrived`).
   */
  countUnsent(
    device: DeviceStore,
    unstored?: readonly string[],
    arrived?: readonly string[],
  ): Promise<number>;
}
