import { randomBytes } from 'node:crypto';

/** Makes a UUIDv7 (RFC 9562, 5.7) for rows that the server itself creates: 48 bits of ms, then random. */
export function uuidv7(time: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(time.getTime(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
