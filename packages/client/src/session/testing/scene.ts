/** A server that a session may be told lies by, and the sessions of one device before it. */
import type { Account } from '@kontor/contract/wire/account';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { vi } from 'vitest';
import { memoryStores } from '../../device/memoryStore.ts';
import { Http } from '../../http/http.ts';
import { observable } from '../../observable.ts';
import { createCollections } from '../../replica/collections.ts';
import type { Founder } from '../../testing/founder.ts';
import { silentRealtime } from '../../testing/silentRealtime.ts';
import { LocalVault } from '../../vault/localVault.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { BearerSession } from '../account/bearerSession.ts';
import type { SignInLock } from '../account/signInLock.ts';
import { openSession } from '../openSession.ts';
import type { SessionParts } from '../sessionParts.ts';

interface Asked {
  path: string;
  query: URLSearchParams;
  /** The person whom the call names. */
  as: string | null;
  isLocked: boolean;
}

type Answer = (body: string, asked: Asked) => unknown;

/** Returns the server's data on a person. */
export const accountOf = (person: Founder, privateKey: string): Account => ({
  id: person.userId,
  email: person.email,
  language: 'en',
  suite: 1,
  accountSalt: person.registered.accountSalt,
  publicKey: person.cert,
  privateKey,
  deviceShare: toBase64Url(new Uint8Array(32).fill(3)),
  hasKit: false,
  keepsKit: false,
  former: { hasKit: false, hasVoidKit: false, deviceCount: 0 },
  pins: [],
  realtime: { key: 'kontor' },
});

export type Scene = ReturnType<typeof scene>;

/** Rejects when a call is given up; never where it cannot be. */
const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

/** Returns a server that knows one account and says whatever `lies` say instead of the truth. */
export function scene(
  person: Founder,
  lies: Record<string, Answer> = {},
  openWorkspace: SessionParts['openWorkspace'] = () => Promise.reject(new Error('not here')),
) {
  const calls: (Asked & { body: string })[] = [];
  let isSignedIn = false;
  let isUp = true;
  let { privateKey } = person.registered;
  const account = () => accountOf(person, privateKey);
  const truth: Record<string, Answer> = {
    '/api/users/password-parameters': () => ({ suite: 1, accountSalt: person.registered.accountSalt }),
    '/api/auth/csrf': () => ({ csrfToken: 'token' }),
    '/api/auth/callback/credentials': (body) => {
      isSignedIn = new URLSearchParams(body).get('password') === person.registered.password;
      return { url: isSignedIn ? '/' : '/login?error=CredentialsSignin' };
    },
    '/api/auth/session': () => (isSignedIn ? { user: { id: person.userId, email: person.email } } : {}),
    '/api/auth/signout': () => {
      isSignedIn = false;
      return { url: '/' };
    },
    '/api/account': account,
    '/api/account/keys': (body) => {
      ({ privateKey } = JSON.parse(body) as { privateKey: string });
      return {};
    },
    '/api/workspaces': () => [],
  };
  const fake: typeof fetch = async (input, init) => {
    const { pathname: path, searchParams: query } = new URL(String(input));
    const body = String(init?.body ?? '');
    const asked = { path, query, as: new Headers(init?.headers).get('x-kontor-user'), isLocked };
    calls.push({ ...asked, body });
    if (!isUp) throw new TypeError('no connection');
    const answer = await Promise.race([(lies[path] ?? truth[path])?.(body, asked), aborted(init?.signal)]);
    if (answer === undefined) return Response.json({ code: 'NOT_SIGNED_IN' }, { status: 401 });
    return answer instanceof Response ? answer : Response.json(answer);
  };
  const stores = memoryStores();
  /** Counts how often the server had others than the records that are here. */
  const invalidations = observable(0);
  const openDevice = vi.fn(stores);
  let turn: Promise<unknown> = Promise.resolve();
  let isPatient = true;
  let isLocked = false;
  const signInLock: SignInLock = (act) => {
    if (!isPatient) return act(false);
    const mine = turn.then(async () => {
      isLocked = true;
      return act(true).finally(() => {
        isLocked = false;
      });
    });
    turn = mine.catch(() => {});
    return mine;
  };
  const open = (bearer?: BearerSession) =>
    openSession({
      http: new Http({ origin: 'https://kontor.example', fetch: fake }),
      signInLock,
      ...(bearer && { bearer }),
      vault: new LocalVault(),
      openDevice,
      openRealtime: async () => silentRealtime,
      openPersonal: async () =>
        ({
          collections: createCollections(),
          status: observable({ connection: 'current', reason: '' }),
          invalidations,
          outbox: { stored: async () => {}, unstored: () => [], arrived: () => [] } as Partial<
            Workspace['outbox']
          > as Workspace['outbox'],
          scopeOf: () => person.userId,
          close: async () => {},
        }) as Partial<Workspace> as Workspace,
      openWorkspace,
    });
  const setOnline = (up: boolean) => {
    isUp = up;
  };
  /** Gives nobody the lock of signing in from here on. */
  const loseLock = () => {
    isPatient = false;
  };
  const isInLock = () => isLocked;
  return {
    calls,
    stores,
    invalidations,
    openDevice,
    account,
    setOnline,
    loseLock,
    isInLock,
    open,
    session: open(),
  };
}
