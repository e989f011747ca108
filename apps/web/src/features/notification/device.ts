/** Pushes to this device: what the browser allows, and where it takes them. */

import { fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { PushTarget } from '@kontor/contract/wire/notification';
import { startServiceWorker } from '../../platform/serviceWorker.ts';

/** `ready`: it can be switched on; else why not. */
export type PushAbility = 'ready' | 'insecure' | 'unsupported' | 'denied';

/** Thrown where the person did not allow it, or the browser has no push service. */
export class NoPush extends Error {
  override name = 'NoPush';
  readonly why: 'denied' | 'noService';
  constructor(why: 'denied' | 'noService', cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

/** Tells whether this browser can take pushes here. */
export function pushAbility(): PushAbility {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/**
 * Asks the person, and the browser's push service for an address. `publicKey`: the server's, base64url.
 * @throws NoPush
 */
export async function subscribe(publicKey: string): Promise<PushTarget> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NoPush('denied');
  try {
    const { pushManager } = await startServiceWorker();
    // An address that was made for another server's key takes nothing from this one.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: fromBase64Url(publicKey),
    });
    const key = (name: PushEncryptionKeyName) => toBase64Url(new Uint8Array(made.getKey(name)!));
    return { endpoint: made.endpoint, p256dh: key('p256dh'), auth: key('auth') };
  } catch (cause) {
    throw new NoPush('noService', cause);
  }
}

/** Gives the address up. The worker stays: it also plays sound and film. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

let audio: AudioContext | undefined;

/** Plays two short notes: in one tab of several, since each of them hears of it. */
export function playSound(): void {
  void navigator.locks.request('kontor-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    audio ??= new AudioContext();
    const { currentTime, destination } = audio;
    for (const [at, hertz] of [
      [0, 660],
      [0.12, 880],
    ] as const) {
      const note = new OscillatorNode(audio, { frequency: hertz });
      const gain = new GainNode(audio, { gain: 0.08 });
      gain.gain.exponentialRampToValueAtTime(0.001, currentTime + at + 0.25);
      note.connect(gain).connect(destination);
      note.start(currentTime + at);
      note.stop(currentTime + at + 0.25);
    }
    // Long enough for the others to hear of the same.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  });
}
