/** Ends what belongs to one person alone and lives as long as the page, with their session, whoever ends that. */

const listeners = new Set<() => void>();

/** Calls back whenever a person's session has ended, before anybody else is shown something. */
export function onPersonLeft(listener: () => void): void {
  listeners.add(listener);
}

/** Tells that a person's session has ended. */
export function personLeft(): void {
  for (const listener of listeners) listener();
}
