import type { KeyCert } from '../wire/keyCert.ts';
import { column, nullable } from './table.ts';

/** A sign-in on one device. */
export const sessionTable = {
  id: column.uuid(),
  accountId: column.uuid(),
  tokenHash: column.bytes(),
  deviceShare: column.bytes(),
  userAgent: column.text(),
  createdAt: column.moment(),
  lastSeenAt: column.moment(),
  expiresAt: column.moment(),
  /** Null while the device keeps the account's own seeds. */
  formerPublicKey: nullable(column.json<KeyCert>()),
};
