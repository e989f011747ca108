/** The fields that callers give for a record that they create or change. */
import type { RecordBase } from '@kontor/contract/entity/entity';
import type { EntityName, OpenOf } from '@kontor/contract/nouns/entities';

/** The fields of a new record; what is left out reads as its fallback. */
export type NewFieldsOf<N extends EntityName> = Partial<Omit<OpenOf<N>, keyof RecordBase>>;

/** Changed fields; undefined empties an optional one. */
export type ChangesOf<N extends EntityName> = {
  [K in Exclude<keyof OpenOf<N>, keyof RecordBase>]?: OpenOf<N>[K] | undefined;
};
