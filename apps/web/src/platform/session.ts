/** The signed-in person, their workspaces and the state of the line, as the screens see them. */
import type { DeviceSession, Language } from '@kontor/contract/account';
import type { Business } from '@kontor/contract/business';
import type { WorkspaceSummary } from '@kontor/contract/workspace';
import { useSyncExternalStore } from 'react';

export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated';

export interface SessionUser {
  id: string;
  email: string;
  language: Language;
  /** Whether a recovery kit was made. */
  hasKit: boolean;
}

/** `connecting` stands for every state of the channel on the way there; `waiting` counts unsent changes. */
export interface LineState {
  state: 'connected' | 'connecting' | 'offline';
  waiting: number;
  /** The first sync of the open workspace, while it runs. */
  firstSync?: { done: number; total?: number };
}

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  language: Language;
}

export interface NewWorkspace {
  name: string;
  color: string;
  /** A PNG of at most 128 px. */
  logo?: Uint8Array;
  business: Business;
}

/** What the headless client offers to the screens. Calls fail with an error that carries the contract's `code`. */
export interface Session {
  readonly status: SessionStatus;
  readonly user: SessionUser | undefined;
  readonly workspaces: readonly WorkspaceSummary[];
  readonly line: LineState;
  subscribe(listener: () => void): () => void;
  signIn(email: string, password: string): Promise<void>;
  register(person: Registration): Promise<void>;
  verify(email: string, code: string): Promise<void>;
  resendCode(email: string): Promise<void>;
  /** Unsent changes stay sealed for the next sign-in, or go when `discard` says so. */
  signOut(options?: { discard?: boolean }): Promise<void>;
  createWorkspace(workspace: NewWorkspace): Promise<string>;
  openWorkspace(id: string): Promise<void>;
  createRecoveryKit(): Promise<{ words: readonly string[] }>;
  confirmKit(): Promise<void>;
  setLanguage(language: Language): Promise<void>;
  sessions(): Promise<DeviceSession[]>;
  revokeSession(id: string): Promise<void>;
}

let session: Session | undefined;

/** Hands the client's session to the screens; once, at the start. */
export function provideSession(provided: Session): void {
  session = provided;
}

/** The client's session; for actions and guards. */
export function currentSession(): Session {
  if (!session) throw new Error('the session is asked for before the app has started');
  return session;
}

const subscribe = (listener: () => void) => currentSession().subscribe(listener);

/** The session; the component renders again when what `select` takes from it changes. */
export const useSession = <T>(select: (session: Session) => T): T =>
  useSyncExternalStore(subscribe, () => select(currentSession()));

/** Waits until it is known whether somebody is signed in. */
export function sessionReady(): Promise<SessionStatus> {
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
