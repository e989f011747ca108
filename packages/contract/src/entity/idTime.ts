/** Returns when an id was made, in ms, by the clock of the device that made it: a UUIDv7 begins with 48 bits of time (RFC 9562, section 5.7). */
export const idTime = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
