/** Digests and hashes that the signatures under a closed month cover (`docs/formats.md`, section 12). */
import {
  type Bytes,
  type Canonical,
  canonicalJson,
  concat,
  lp,
  toBase64Url,
} from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { sha256Now } from './primitives/sha256.ts';

/** A record of hours as a statement; `noun` is a time entry's or an absence's. */
export interface StatedRecord {
  noun: string;
  id: string;
  statement: Record<string, unknown>;
}

/** The content of a month's closing, as far as it is signed under. */
export interface StatedClosing {
  month: string;
  closedAt: number;
  records: string;
  targets: readonly object[];
  /** Ids of the addenda that are in `records`. */
  contained: readonly string[];
}

/** An addendum: `id` and content. */
export interface StatedAddendum {
  id: string;
  reason: string;
  changedAt: number;
  changes: readonly object[];
}

const json = (value: object): string => canonicalJson(value as Canonical);

/** Digests a record as it stands, 32 bytes. @throws RangeError for a statement with a number that is not whole */
export const recordDigest = (scopeId: string, { noun, id, statement }: StatedRecord): Bytes =>
  sha256Now(lp(labels.monthRecord, scopeId, noun, id, json(statement)));

/**
 * Hashes a closed month with addenda: the value that an admin signs under, base64url.
 * @throws RangeError for content with a number that is not whole
 */
export function monthHash(
  scopeId: string,
  { month, closedAt, records, targets, contained }: StatedClosing,
  addenda: readonly StatedAddendum[],
): string {
  const closing = json({ month, closedAt, records, targets: [...targets], contained: [...contained] });
  const later = addenda
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, reason, changedAt, changes }) => lp(json({ id, reason, changedAt, changes: [...changes] })));
  return toBase64Url(sha256Now(concat(lp(labels.monthState, scopeId, closing), ...later)));
}
