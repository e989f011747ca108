/**
 * Describes tables that the server holds in clear, column by column. One description gives the type of the server's
 * rows, the schema of what a call answers from them, and the expectation that a test holds against the database.
 *
 * Tables of which calls answer rows are described beside this file; those that never leave the server in its own
 * `db/tables.ts`, with the same columns.
 */
import * as z from 'zod/mini';
import { uuid } from '../wire/shapes.ts';

/** SQL types, by their names in `information_schema`. */
export type SqlType =
  | 'uuid'
  | 'text'
  | 'smallint'
  | 'integer'
  | 'bigint'
  | 'boolean'
  | 'bytea'
  | 'jsonb'
  | 'timestamp with time zone';

/** A column; `Wire` is the type of its value in calls, where bytes are base64url and moments ms since 1970. */
export interface Column<
  Sql extends SqlType = SqlType,
  Wire = unknown,
  Nullable extends boolean = boolean,
  Default extends boolean = boolean,
> {
  readonly sqlType: Sql;
  readonly wire: z.ZodMiniType<Wire>;
  readonly isNullable: Nullable;
  readonly hasDefault: Default;
}

/** The columns of a table by their names in camel case. */
export type Columns = Readonly<Record<string, Column>>;

const make = <Sql extends SqlType, Wire>(
  sqlType: Sql,
  wire: z.ZodMiniType<Wire>,
): Column<Sql, Wire, false, false> => ({ sqlType, wire, isNullable: false, hasDefault: false });

/** Makes columns of each type; `wire` narrows the values that an answer may have. */
export const column = {
  uuid: () => make('uuid', uuid),
  text: <T extends string = string>(wire?: z.ZodMiniType<T>) =>
    make('text', wire ?? (z.string() as unknown as z.ZodMiniType<T>)),
  smallint: () => make('smallint', z.int()),
  integer: () => make('integer', z.int()),
  /** Describes safe integers: the server refuses to read larger ones. */
  bigint: () => make('bigint', z.int()),
  flag: () => make('boolean', z.boolean()),
  moment: () => make('timestamp with time zone', z.number()),
  bytes: (wire: z.ZodMiniType<string> = z.string()) => make('bytea', wire),
  json: <T>(wire: z.ZodMiniType<T> = z.custom<T>()) => make('jsonb', wire),
};

export const nullable = <Sql extends SqlType, Wire, Default extends boolean>({
  wire,
  ...rest
}: Column<Sql, Wire, false, Default>): Column<Sql, Wire | null, true, Default> => ({
  ...rest,
  wire: z.nullable(wire),
  isNullable: true,
});

/** Returns a column with a default of the database, which inserts may leave out. */
export const defaulted = <Sql extends SqlType, Wire, Nullable extends boolean>(
  given: Column<Sql, Wire, Nullable, false>,
): Column<Sql, Wire, Nullable, true> => ({ ...given, hasDefault: true });

/** Returns the wire schemas of some columns, for the object schema of a call's answer. */
export const wireOf = <C extends Columns, K extends keyof C & string>(
  columns: C,
  ...keys: K[]
): { [P in K]: C[P]['wire'] } =>
  Object.fromEntries(keys.map((key) => [key, columns[key]!.wire])) as { [P in K]: C[P]['wire'] };
