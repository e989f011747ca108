/** Targets of a sign-in: a path of this app, nothing else. */

/**
 * Returns the path, query and fragment of `target` if it is one of ours, else `/`. Browsers read `\` as `/`, drop tabs
 * and line breaks, and take `//host` for another site; so the result is built by the URL parser itself.
 */
export function ownPath(target: unknown): string {
  if (typeof target !== 'string' || !target.startsWith('/') || target.length > 2_000) return '/';
  const base = 'http://own.invalid';
  if (!URL.canParse(target, base)) return '/';
  const { origin, pathname, search, hash } = new URL(target, base);
  // `/.//evil` parses into the path `//evil`, which would be another site in turn.
  if (origin !== base || pathname.startsWith('//')) return '/';
  return `${pathname}${search}${hash}`;
}
