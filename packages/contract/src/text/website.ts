/** Tells an address on the web from other text, and from anything that a browser would run. */
export const isWebsite = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);
