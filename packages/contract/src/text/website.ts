/** Completes what was typed as a website: a host's name gets `https://`; anything else stays as it is. */
export const completeWebsite = (typed: string): string =>
  /^[^\s:/@.]+\.[^\s:/@]+(:\d+)?([/?#]|$)/.test(typed) ? `https://${typed}` : typed;

/** Tells an address on the web from other text, and from anything that a browser would run. */
export const isWebsite = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);
