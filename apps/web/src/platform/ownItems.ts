/** Keeps in this browser what belongs to the person who is signed in, and may name their workspaces: it goes with a sign-out. */

const prefix = 'kontor-own ';

/** Returns what was kept by a name; null for nothing. */
export const ownItem = (name: string): string | null => localStorage.getItem(prefix + name);

export const keepOwnItem = (name: string, value: string): void => localStorage.setItem(prefix + name, value);

/** Takes note of who is signed in: what somebody else left, whose session ended while no page was open, is forgotten. */
export function ownItemsOf(userId: string): void {
  if (ownItem('of') !== userId) forgetOwnItems();
  keepOwnItem('of', userId);
}

/** Forgets all of it: it outlives a closed browser, and no sign-out. */
export function forgetOwnItems(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}
