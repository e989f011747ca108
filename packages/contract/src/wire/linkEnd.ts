/** Reasons why a link opens nothing any more. `revoked`: it or its document is gone, its maker is, or links are off. */
export const linkEnds = ['expired', 'used', 'revoked'] as const;
export type LinkEnd = (typeof linkEnds)[number];
