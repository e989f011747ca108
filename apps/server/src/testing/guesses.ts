/** Guesses of passwords, for tests of the throttle. */
import type { Answer, HttpClient } from './httpClient.ts';

/** Makes one guess from an address, keeping between guesses only what a browser keeps. */
export async function guess(
  client: HttpClient,
  email: string,
  password: string,
  from: string,
): Promise<Answer<{ url: string }>> {
  const headers = { 'x-forwarded-for': from };
  const { body } = await client.call<{ csrfToken: string }>('GET', '/api/auth/csrf');
  const form = { csrfToken: body.csrfToken, callbackUrl: '/', json: 'true', email, password };
  return client.call<{ url: string }>('POST', '/api/auth/callback/credentials', { form, headers });
}

/** Returns the error that an answer carries; null where it signed in. */
export const guessError = (answer: Answer<{ url: string }>): string | null =>
  new URL(answer.body.url, 'http://x').searchParams.get('error');
