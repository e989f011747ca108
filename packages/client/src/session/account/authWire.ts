/** The sign-in calls of the specification's section 7: form bodies, and an answer whose url tells how it went. */
import type { AuthSession, PasswordParameters, SignInError } from '@kontor/contract/wire/account';
import { CallError } from '../../http/callError.ts';
import type { CallOptions } from '../../http/callOptions.ts';
import type { Http } from '../../http/http.ts';
import { SignInFailed } from '../view/sessionView.ts';

/** Asks whose session this browser has, whoever is signed in on this page. @throws CallError; the abort reason when `signal` fires */
export const sessionOf = (
  http: Http,
  within: Pick<CallOptions, 'signal' | 'beginsWithin'> = {},
): Promise<AuthSession> => http.json('/api/auth/session', { as: null, ...within });

/** Asks for the token that forms of signing in and out carry; undefined where the server has none. @throws CallError */
export async function csrfToken(http: Http, signal?: AbortSignal): Promise<string | undefined> {
  const options = signal ? { signal } : {};
  const { csrfToken: token } = await http.json<{ csrfToken?: string }>('/api/auth/csrf', options);
  return token;
}

export const passwordParameters = (http: Http, email: string): Promise<PasswordParameters> =>
  http.json('/api/users/password-parameters', { query: { email } });

/**
 * Signs in through the credentials provider, without redirect; `token`: see `csrfToken`. Returns the session's token where the caller is the desktop
 * app; browsers have it as a cookie. @throws SignInFailed, CallError
 */
export async function postCredentials(
  http: Http,
  email: string,
  authKey: string,
  token = '',
): Promise<string | undefined> {
  const body = new URLSearchParams({
    csrfToken: token,
    callbackUrl: '/',
    json: 'true',
    email,
    password: authKey,
  });
  const answer = await http.json<{ url: string; token?: string }>('/api/auth/callback/credentials', {
    method: 'POST',
    body,
  });
  const error = new URL(answer.url, http.origin).searchParams.get('error');
  if (error) throw new SignInFailed(error as SignInError);
  return answer.token;
}

/**
 * Ends the session on the server, and with it this device's share of the key.
 * @param as whose it has to be
 * @throws CallError NOT_SIGNED_IN where it is another's, and others; the abort reason when `signal` fires
 */
export async function postSignOut(http: Http, as: string | undefined, signal: AbortSignal): Promise<void> {
  const token = await csrfToken(http, signal);
  if (!token) throw new CallError('CSRF', 400, 'Could not fetch CSRF Token for signing out');
  const body = new URLSearchParams({ csrfToken: token, callbackUrl: '/', json: 'true' });
  await http.json('/api/auth/signout', { method: 'POST', body, as, signal });
}
