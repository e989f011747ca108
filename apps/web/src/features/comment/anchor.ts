/** Returns the part of an address, behind its `#`, that leads to a comment. */
export const commentAnchor = (id: string): string => `comment-${id}`;
