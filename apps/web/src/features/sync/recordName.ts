/** Names records of every noun, and reads their texts, for notices about what was refused or could not be verified. */
import { isRichText } from '@kontor/contract/entity/field';
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { plainText } from '../../ui/richText/plain.ts';
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

/** Returns the texts of a record besides its name: formatted ones, and the others that a search looks through. */
export const recordTexts = (entity: EntityName, fields: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(fields).flatMap(([key, value]) => {
    if (isRichText(value)) return plainText(value).trim() || [];
    const isSearched = entityOf(entity).searched.includes(key);
    return typeof value === 'string' && isSearched ? value.trim() || [] : [];
  });
