/** When a record was made, in ms, as its id tells: a UUIDv7 begins with 48 bits of time (RFC 9562, section 5.7). */
export const createdAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
