/** Records by their names, for telling people what this is about. */

import type { IdRule } from '@kontor/contract/entity/entity';
import { titleOf } from '@kontor/contract/entity/title';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { RecordSet } from './recordSet.ts';

const isPersons = (rule: IdRule): boolean => typeof rule === 'object' && 'person' in rule;

type Fields = Readonly<Record<string, unknown>>;

/** Returns what a record is called: its title, else the name of whom it is about. Empty where there is none. */
export function nameIn(records: RecordSet, id: string): string {
  const entity = records.entityOf(id);
  const row: Fields | undefined = records.displayed(id);
  if (!entity || !row) return '';
  const noun = entityOf(entity);
  const { about = noun.owner } = noun;
  return titleOf(noun, row) || (about === undefined ? '' : (namesIn(records)[String(row[about])] ?? ''));
}

/** Returns the names of those whom records are about, people and heads of scopes, by id. */
export function namesIn(records: RecordSet): Record<string, string> {
  const named = entityNames.flatMap((name) => {
    const noun = entityOf(name);
    const { owner } = noun;
    if (noun.title.length === 0 || !(noun.head || isPersons(noun.id))) return [];
    return records.collections[name].all().map((record) => {
      const row: Fields & { id: string } = record;
      return [noun.head || owner === undefined ? row.id : String(row[owner]), titleOf(noun, row)];
    });
  });
  return Object.fromEntries(named);
}
