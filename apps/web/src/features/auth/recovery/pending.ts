/** A recovery under way in this tab: in memory, not in the address bar. */
export interface PendingRecovery {
  email: string;
  state: string;
}

let pending: PendingRecovery | undefined;

export const pendingRecovery = (): PendingRecovery | undefined => pending;

export function awaitRecovery(next: PendingRecovery | undefined): void {
  pending = next;
}
