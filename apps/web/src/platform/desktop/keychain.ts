/** Tells what the system's keychain does not do for the session of this desktop app; in a browser there is none. */

import { observable } from '@kontor/client/observable';
import type { BearerSession } from '@kontor/client/session/account/bearerSession';

let trouble: BearerSession['trouble'] = observable(undefined);

/** Says what tells of the keychain's refusals; once, at the start of the desktop app. */
export function provideKeychainTrouble(provided: BearerSession['trouble']): void {
  trouble = provided;
}

/** Returns why the session does not outlive the app, or was not forgotten; undefined where all is well. */
export const keychainTrouble = (): BearerSession['trouble'] => trouble;
