/** Builds the answer to a pull; rows come from the database as JSON already. */
import { frameSync, type SyncAnswer, type SyncScope } from '@kontor/contract/wire/sync';

/** Sealed bytes after which a page ends, once the revision that reached them is whole. */
export const bytesPerPage = 8 * 1_048_576;
export const logEntriesPerPage = 2_000;

/** A scope of a page, its rows still as text. */
export interface PageScope extends Omit<SyncScope<never>, 'rows'> {
  /** JSON of tuples with commas between them, without brackets. */
  rows: string[];
}

export interface AnswerParts extends Omit<SyncAnswer, 'scopes'> {
  scopes: readonly PageScope[];
  sealed: readonly Uint8Array[];
}

/** Puts the answer into the binary form of `contract/wire/sync.ts`. */
export function encodeAnswer({ scopes, sealed, ...rest }: AnswerParts): Uint8Array[] {
  const texts = scopes.map(
    ({ rows, ...facts }) => `${JSON.stringify(facts).slice(0, -1)},"rows":[${rows.join(',')}]}`,
  );
  return frameSync(`${JSON.stringify(rest).slice(0, -1)},"scopes":[${texts.join(',')}]}`, sealed);
}
