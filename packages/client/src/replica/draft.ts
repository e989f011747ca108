/** The fields that callers give for a record that they create or change. */
import type { EntityName, OpenOf } from '@kontor/contract/nouns/entities';

/** The fields of a new record; what is left out reads as its fallback. */
export type DraftOf<N extends EntityName> = Partial<Omit<OpenOf<N>, keyof Base>>;

/** Changed fields; undefined empties an optional one. */
export type ChangesOf<N extends EntityName> = {
  [K in Exclude<keyof OpenOf<N>, keyof Base>]?: OpenOf<N>[K] | undefined;
};

interface Base {
  id: string;
  scopeId: string;
  version: number;
  updatedAt: number;
  authorId?: string;
}
