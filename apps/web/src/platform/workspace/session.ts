/** The signed-in person, their workspaces and the state of the connection, as the screens see them. */
import type { Session } from '@kontor/client/session/session';
import { useSyncExternalStore } from 'react';
import { forgetDrafts, keepDraftsIn } from '../draft/drafts.ts';
import { personLeft } from '../leaving.ts';
import { forgetOwnItems, ownItemsOf } from '../ownItems.ts';
import { clearToasts } from '../toasts.tsx';

let session: Session | undefined;
/** The person signs out on purpose. */
let leaves = false;

/**
 * Hands the client's session to the screens; once, at the start. What somebody typed goes when they sign out or somebody
 * else signs in. Where the server ended the session it waits for the same person.
 */
export function provideSession(provided: Session): void {
  session = provided;
  let owner = provided.user?.id;
  let present = owner;
  provided.subscribe(() => {
    const [before, now] = [owner, provided.user?.id];
    const isOther = now !== before;
    if (isOther && (now !== undefined || leaves)) {
      owner = now;
      forgetDrafts();
    }
    keepDraftsIn(provided.drafts);
    // What the server ended, too: it is not known who comes next.
    if (present !== undefined && present !== now) {
      forgetOwnItems();
      forgetCalls();
      clearToasts();
      personLeft();
    }
    if (now !== undefined && now !== present) ownItemsOf(now);
    present = now;
  });
}

/** Forgets answers. Where the code that asks was not loaded, and cannot be, there are none. */
const forgetCalls = () => {
  void import('./calls.ts').then(
    ({ forgetAnswers }) => forgetAnswers(),
    () => {},
  );
};

/** Returns the client's session; for actions and guards. */
export function currentSession(): Session {
  if (!session) throw new Error('the session is asked for before the app has started');
  return session;
}

const subscribe = (listener: () => void) => currentSession().subscribe(listener);

/** Returns the session; the component renders again when what `select` takes from it changes. */
export const useSession = <T>(select: (session: Session) => T): T =>
  useSyncExternalStore(subscribe, () => select(currentSession()));

/** Says whether the connection to the server is there, over which its announcements arrive. */
export const useIsHeard = (): boolean => useSession(({ connection }) => connection.state === 'connected');

/** Waits until it is known whether somebody is signed in. */
export function sessionReady(): Promise<Session['status']> {
  const held = currentSession();
  if (held.status !== 'loading') return Promise.resolve(held.status);
  return new Promise((resolve) => {
    const stop = held.subscribe(() => {
      if (held.status === 'loading') return;
      stop();
      resolve(held.status);
    });
  });
}

/** Says that the person is about to sign out on purpose, or (false) that they stayed after all. */
export function leaveOnPurpose(yes = true): void {
  leaves = yes;
}

/** Tells whether the person signs out on purpose, while the session tells of its end. */
export const leavesOnPurpose = (): boolean => leaves;

/** Says once whether the person has just signed out on purpose. Whoever comes next does not want to go where they were. */
export function hasJustLeft(): boolean {
  const left = leaves;
  leaves = false;
  return left;
}
