/** Where a person goes after signing in. */

export interface LoginSearch {
  /** The page that asked for the sign-in. */
  redirect?: string;
  /** An address whose path wins over `redirect`. */
  callbackUrl?: string;
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** Returns the login page's query; everything else is dropped. */
export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const [redirect, callbackUrl] = [text(search.redirect), text(search.callbackUrl)];
  return { ...(redirect && { redirect }), ...(callbackUrl && { callbackUrl }) };
}

/** Returns the path of an address of this app, or undefined for one that leads elsewhere. */
function ownPath(address: string | undefined, origin: string): string | undefined {
  // A tab, a line break or a backslash would be read as part of an authority by some parsers and dropped by others.
  if (!address || [...address].some((char) => char <= ' ' || char === '\\')) return undefined;
  if (!URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Returns the callback's path, else the redirect's, else the root; only paths of this app, and never the login page again. */
export function destination(search: LoginSearch, origin: string): string {
  const path = ownPath(search.callbackUrl, origin) ?? ownPath(search.redirect, origin) ?? '/';
  return /^\/(login|register)(?=[/?#]|$)/.test(path) ? '/' : path;
}
