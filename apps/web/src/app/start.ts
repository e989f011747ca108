import type { Session } from '../platform/session.ts';

const refuse = () => Promise.reject(new Error('Something went wrong! Please try again'));

/** Opens the session. Until the client joins, nobody is signed in. */
export async function startSession(): Promise<Session> {
  return {
    status: 'unauthenticated',
    user: undefined,
    workspaces: [],
    line: { state: 'offline', waiting: 0 },
    subscribe: () => () => undefined,
    signIn: refuse,
    register: refuse,
    verify: refuse,
    resendCode: refuse,
    signOut: refuse,
    createWorkspace: refuse,
    openWorkspace: refuse,
    createRecoveryKit: refuse,
    confirmKit: refuse,
    setLanguage: refuse,
    sessions: refuse,
    revokeSession: refuse,
  };
}
