import type { OpenDeviceStore } from '../device/deviceStore.ts';
import type { Http } from '../http/http.ts';
import type { Vault } from '../vault/vault.ts';
import { aloneSignInLock } from './account/signInLock.ts';
import { Session } from './session.ts';
import type { SessionParts } from './sessionParts.ts';

/** Returns a session over these parts. Realtime and the replica are loaded when somebody has signed in. */
export function openSession(
  parts: { http: Http; vault: Vault; openDevice: OpenDeviceStore } & Partial<SessionParts>,
): Session {
  return new Session({
    openRealtime: async (http, endpoint) =>
      new (await import('../http/realtime.ts')).PusherRealtime(http, endpoint),
    openPersonal: async (context) => (await import('../workspace/openWorkspace.ts')).openPersonal(context),
    openWorkspace: async (context) => (await import('../workspace/openWorkspace.ts')).openWorkspace(context),
    countUnsent: async (...given) => (await import('../workspace/openWorkspace.ts')).countUnsent(...given),
    signInLock: aloneSignInLock,
    ...parts,
  });
}

/** Loads what opens a workspace, for whoever knows that one will be opened. */
export const loadWorkspaceCode = (): Promise<unknown> =>
  Promise.all([
    import('../http/realtime.ts'),
    import('../workspace/openWorkspace.ts'),
    import('../files/openFiles.ts'),
  ]);
