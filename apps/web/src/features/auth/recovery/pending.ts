import { isKnownEmail } from '../pending.ts';

/** A recovery under way in this tab: in memory, not in the address bar. */
export interface PendingRecovery {
  email: string;
  state: string;
}

let pending: PendingRecovery | undefined;

/** Returns the recovery under way, unless the person has turned to another address since. */
export const pendingRecovery = (): PendingRecovery | undefined =>
  pending && isKnownEmail(pending.email) ? pending : undefined;

/** Remembers the recovery under way; undefined forgets it. */
export function setPendingRecovery(next: PendingRecovery | undefined): void {
  pending = next;
}
