const schemes = ['http:', 'https:', 'mailto:'];

/**
 * Returns a link's address when it may be followed: absolute, `http`, `https` or `mailto`; undefined for all else. Whoever
 * writes into a shared text chooses its links, so nothing here may run.
 */
export function safeUrl(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const url = URL.parse(value.trim());
  return url && schemes.includes(url.protocol) ? url.href : undefined;
}

/** Makes absolute what was typed as a link: an address of mail or a host name gets its scheme. */
export function completeUrl(typed: string): string | undefined {
  const text = typed.trim();
  if (/^[^\s:/@]+@[^\s:/@.]+\.[^\s:/@]+$/.test(text)) return safeUrl(`mailto:${text}`);
  if (/^[^\s:/.]+\.[^\s:/]+(\/|\?|#|$)/.test(text)) return safeUrl(`https://${text}`);
  return safeUrl(text);
}
