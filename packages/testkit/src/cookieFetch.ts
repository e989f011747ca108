/**
 * A `fetch` that keeps cookies: one per actor and device. Simpler than a browser's: each cookie goes to every origin and path, unless
 * a call omits credentials.
 */
export interface CookieFetch {
  fetch: typeof fetch;
  /** By name. */
  cookies: Map<string, string>;
  /** Cuts the connection while it is set. */
  isOff: boolean;
}

export function cookieFetch(): CookieFetch {
  const cookies = new Map<string, string>();
  const fetchWithCookies: typeof fetch = async (input, init) => {
    if (kept.isOff) throw new TypeError('fetch failed');
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    if (init?.credentials !== 'omit' && cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return response;
  };
  const kept: CookieFetch = { fetch: fetchWithCookies, cookies, isOff: false };
  return kept;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const isGone = attributes.some(
    (attribute) => /^max-age=(0|-)/i.test(attribute) || /^expires=.*\b1970\b/i.test(attribute),
  );
  if (isGone || value === '') cookies.delete(name);
  else cookies.set(name, value);
}
