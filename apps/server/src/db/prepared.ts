/** Statements that PostgreSQL parses and plans once per connection. */
import { CompiledQuery } from 'kysely';
import pg from 'pg';

const names = new Map<string, string>();

/** Marks a statement's text as one to prepare. For fixed texts only: each stays in every connection's memory. */
export function prepared(text: string): string {
  if (!names.has(text)) names.set(text, `kontor_${names.size}`);
  return text;
}

/** Makes a query for `db.executeQuery`, prepared or not. */
export const query = <R>(text: string, parameters: readonly unknown[]): CompiledQuery<R> =>
  CompiledQuery.raw(text, [...parameters]) as CompiledQuery<R>;

type Send = (query: unknown, ...rest: unknown[]) => unknown;

/** A connection that sends marked texts as prepared statements. */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const send = super.query.bind(this) as Send;
    this.query = ((text: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' ? names.get(text) : undefined;
      return name ? send({ name, text }, ...rest) : send(text, ...rest);
    }) as typeof this.query;
  }
}
