/**
 * Reasons why a link opens nothing any more. `revoked`: it or its document is gone, its maker is, links are switched off, or
 * the workspace's subscription has ended.
 */
export const linkEnds = ['expired', 'used', 'revoked'] as const;
export type LinkEnd = (typeof linkEnds)[number];
