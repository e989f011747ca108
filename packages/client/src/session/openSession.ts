import type { OpenDeviceStore } from '../device/deviceStore.ts';
import type { Http } from '../http/http.ts';
import type { Vault } from '../vault/vault.ts';
import { Session, type SessionParts } from './session.ts';

type Needed = Pick<SessionParts, 'openWorkspace'> & { http: Http; vault: Vault; openDevice: OpenDeviceStore };

/** A session over these parts; realtime is loaded when somebody has signed in. */
export function openSession(parts: Needed & Partial<SessionParts>): Session {
  return new Session({
    openRealtime: async (http) => new (await import('../realtime.ts')).PusherRealtime(http),
    countUnsent: async (device) => (await device.scan('outbox', '')).length,
    ...parts,
  });
}
