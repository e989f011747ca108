import type { Entity } from './entity.ts';

/** Returns what a record calls itself; empty for nouns without a title. */
export const titleOf = ({ title }: Pick<Entity, 'title'>, row: Readonly<Record<string, unknown>>): string =>
  title
    .map((key) => String(row[key] ?? ''))
    .join(' ')
    .trim();
