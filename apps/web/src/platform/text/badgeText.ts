/** Returns a count as a badge has room for it: from 100 on `99+`. */
export const badgeText = (count: number): string => (count > 99 ? '99+' : String(count));
