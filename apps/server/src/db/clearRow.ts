/** Rows of the tables that the server holds in clear: their types for Kysely, and their values for calls. */
import type { Column, Columns, SqlType } from '@kontor/contract/server/table';
import type { ColumnType, Generated, Selectable } from 'kysely';
import { type SnakeCase, snakeCase } from './snakeCase.ts';

type Stored<Sql extends SqlType, Wire> = Sql extends 'bytea'
  ? Buffer
  : Sql extends 'timestamp with time zone'
    ? Date
    : NonNullable<Wire>;

/** JSON is written as text and read as its value. */
type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

type ColumnOf<C> =
  C extends Column<infer Sql, infer Wire, infer Nullable, infer Default>
    ? Sql extends 'jsonb'
      ? Nullable extends true
        ? NullableJson<NonNullable<Wire>>
        : Json<Wire>
      : Default extends true
        ? Generated<Stored<Sql, Wire>>
        : Nullable extends true
          ? Stored<Sql, Wire> | null
          : Stored<Sql, Wire>
    : never;

/** The row of a described table. */
export type ClearRow<C extends Columns> = { [K in keyof C & string as SnakeCase<K>]: ColumnOf<C[K]> };

type Wire<C> = C extends Column<SqlType, infer W> ? W : never;

/** Picks columns of a row for a call's answer, in wire form: bytes as base64url, moments as ms since 1970. */
export function pickWire<C extends Columns, K extends keyof C & string>(
  columns: C,
  row: Pick<Selectable<ClearRow<C>>, SnakeCase<K> & keyof Selectable<ClearRow<C>>>,
  ...keys: K[]
): { [P in K]: Wire<C[P]> } {
  const values = row as Record<string, unknown>;
  const entries = keys.map((key) => [key, wireValue(columns[key]!, values[snakeCase(key)])]);
  return Object.fromEntries(entries) as { [P in K]: Wire<C[P]> };
}

function wireValue({ sqlType }: Column, value: unknown): unknown {
  if (value === null) return null;
  if (sqlType === 'timestamp with time zone') return (value as Date).getTime();
  return sqlType === 'bytea' ? (value as Buffer).toString('base64url') : value;
}
