/** Closes what one sign-in opened: waits for what is on its way, lets go of the keys, and clears what the device keeps. */
import { deviceTables, unsentTables } from '../device/deviceStore.ts';
import type { Replica } from '../replica/replica.ts';
import type { OutboxFacts } from '../replica/status.ts';
import type { Vault } from '../vault/vault.ts';
import { forgetSignIn } from './account/deviceAccount.ts';
import type { SessionParts } from './sessionParts.ts';
import type { SignedIn } from './signedIn.ts';
import type { ConnectionState } from './view/sessionView.ts';
import type { Workspaces } from './workspaces.ts';

/** ms that signing out waits for what is on its way. */
const timeToSend = 3000;

/**
 * The sealed outbox stays unless it shall go (`discard`), and everything goes with the account (`remove`); what the device
 * keeps is another tab's by now, or still good for something, where `leave` says so.
 */
export interface Closing {
  discard?: boolean | undefined;
  remove?: boolean | undefined;
  leave?: boolean | Promise<boolean>;
}

interface ClosingParts {
  vault: Pick<Vault, 'close'>;
  workspaces: Pick<Workspaces, 'close' | 'opened'>;
}

interface UnsentParts extends Pick<SessionParts, 'countUnsent'> {
  workspaces: Pick<Workspaces, 'opened'>;
}

const isUnsent = (table: string): boolean => unsentTables.some((each) => each === table);

export const noFacts: OutboxFacts = { unstored: [], arrived: [] };

/** Closes it all, and tells what is known of it. Another tab may sign in meanwhile: what that one keeps stays (`SignInStore`). */
export async function closeSignedIn(
  held: SignedIn,
  { discard, remove, leave }: Closing,
  { vault, workspaces }: ClosingParts,
): Promise<OutboxFacts> {
  const { opened } = workspaces;
  held.realtime.close();
  // Before another tab may sign in, and send it.
  const rest = deviceTables.filter((table) => !isUnsent(table));
  // What is not deleted by that goes with the sign-in.
  const discarded = discard ? held.device.clear(rest).catch(() => {}) : undefined;
  // One that fails keeps neither the keys open nor the sign-in on the device.
  await workspaces.close({ remembers: !remove }).catch(() => {});
  const own = await held.personal.opened();
  await Promise.allSettled([own?.close(), held.drafts.close()]);
  // Not behind what `leave` waits for: keys are open no longer than they have to.
  await vault.close();
  await discarded;
  try {
    if (remove || discard) await forgetSignIn(held, remove ? [] : ['memory']);
    else if (!(await leave)) await forgetSignIn(held);
  } finally {
    held.device.close();
  }
  return factsOf(outboxesOf(own, opened));
}

/** Returns the outboxes of those that are open. */
export const outboxesOf = (...replicas: (Pick<Replica, 'outbox'> | undefined)[]) =>
  replicas.flatMap((replica) => replica?.outbox ?? []);

const factsOf = (outboxes: readonly Replica['outbox'][]): OutboxFacts => ({
  unstored: outboxes.flatMap((outbox) => outbox.unstored()),
  arrived: outboxes.flatMap((outbox) => outbox.arrived()),
});

/**
 * Gives what is on its way a moment to arrive, while there is a connection. Returns how much is left, and of how much of
 * that the device keeps no present state, for want of room.
 */
export async function waitForUnsent(
  { device, personal }: Pick<SignedIn, 'device' | 'personal'>,
  { countUnsent, workspaces }: UnsentParts,
  connection: () => Pick<ConnectionState, 'state'>,
): Promise<{ count: number; unstored: number }> {
  const until = Date.now() + timeToSend;
  const own = await personal.opened();
  for (;;) {
    const open = outboxesOf(own, workspaces.opened);
    // What is just being stored is neither on the device nor refused there.
    await Promise.allSettled(open.map((outbox) => outbox.stored()));
    const { unstored, arrived } = factsOf(open);
    const known = () => open.reduce((sum, { status }) => sum + status.get().pending + status.get().failed, 0);
    // A device that cannot be asked keeps nobody from signing out.
    const count = await countUnsent(device, unstored, arrived).catch(known);
    const mayArrive = connection().state === 'connected' && Date.now() < until;
    if (count === 0 || !mayArrive) return { count, unstored: unstored.length };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
