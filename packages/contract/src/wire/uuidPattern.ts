/** An id as requests name it, as a part of a pattern. Apart, since a client that looks at an address needs only this. */
export const uuidSource = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const uuidPattern = new RegExp(`^${uuidSource}$`);
