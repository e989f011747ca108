/** Names records of every noun, for notices about what was refused or could not be verified. */
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { nounMessages } from './nounMessages.ts';

const { t } = nounMessages;

const isNoun = (entity: string): entity is EntityName => (entityNames as readonly string[]).includes(entity);

/** Returns a record's noun, with its name where it has one; undefined for what is of no noun known here. */
export function recordName(entity: string, fields: object): string | undefined {
  if (!isNoun(entity)) return undefined;
  const parts = entityOf(entity).title.map((key) => (fields as Readonly<Record<string, unknown>>)[key]);
  const name = parts
    .filter((part) => typeof part === 'string')
    .join(' ')
    .trim();
  return name ? t('named', { noun: t(entity), name }) : t(entity);
}
