/** Makes documents for the index of records, by what their nouns' descriptions say. */
import type { RichText } from '@kontor/contract/entity/field';
import { namedIn, type RefValue } from '@kontor/contract/entity/ref';
import { hasWords } from '@kontor/contract/entity/words';
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { Document } from '@kontor/search/document';
import type { Row } from '../replica/row.ts';

/** The nouns of a workspace that have a title or texts. */
export const searchedNouns: readonly EntityName[] = entityNames.filter((name) => {
  const noun = entityOf(name);
  return hasWords(noun) && !noun.scopes.includes('personal');
});

/**
 * Returns the tag of a noun (`noun`), of a record's scope (`scopeId`), of its last author (`authorId`), or of a field that
 * names something: refs and sealed ids by their value, choices by theirs, and moments that are set by `true`. `from` is whoever
 * made a record, and who changed it last.
 */
export const tagOf = (field: string, value: string): string => `${field}:${value}`;

/** The tag of records whose files have words that are damaged: what they are found by is not all that was in them. */
export const damagedWords = tagOf('words', 'damaged');

/** Returns the moment by which a record is found and ordered: of what people said the one that it shows, else its last change. */
export function timeOf(entity: EntityName, { createdAt, updatedAt }: Row): number {
  // The first is by its writer's clock.
  return entityOf(entity).isSaid && typeof createdAt === 'number'
    ? Math.min(createdAt, updatedAt)
    : updatedAt;
}

/** Returns a record as the index takes it. */
export function searchedDocument(
  entity: EntityName,
  record: Row,
  version = record.version,
): Document & { body: string } {
  const { title, searched } = entityOf(entity);
  return {
    key: record.id,
    version,
    time: timeOf(entity, record),
    title: title.map((field) => textOf(record[field])).join(' '),
    body: searched.map((field) => textOf(record[field])).join('\n'),
    tags: tagsOf(entity, record),
  };
}

/** Returns a document that keeps the body which the index has of it. */
export const keepingBody = ({ body: _, ...document }: Document): Document => document;

/**
 * Returns the version of a body that ends with a named text: its name, hashed (FNV-1a). One other text in 2^32 would pass for
 * it.
 */
export function bodyVersionOf(name: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x0100_0193);
  // Without a text it is 0.
  return hash >>> 0 || 1;
}

function tagsOf(entity: EntityName, record: Row): string[] {
  const { refs, sealed } = entityOf(entity);
  const tags = [tagOf('noun', entity), tagOf('scopeId', record.scopeId)];
  if (typeof record.authorId === 'string') tags.push(tagOf('authorId', record.authorId));
  for (const id of new Set([record.createdBy, record.authorId]))
    if (typeof id === 'string' && id !== '') tags.push(tagOf('from', id));
  for (const [name, { kind }] of Object.entries(refs))
    if (kind === 'ref' || kind === 'refs')
      for (const id of namedIn(record[name] as RefValue | undefined)) tags.push(tagOf(name, id));
  for (const [name, { kind }] of Object.entries(sealed)) {
    const value = record[name];
    if (typeof value === 'string' && value !== '' && (kind === 'id' || kind === 'oneOf'))
      tags.push(tagOf(name, value));
    if (typeof value === 'number' && kind === 'instant') tags.push(tagOf(name, 'true'));
  }
  // A newer client's value may be anything.
  return tags.filter((tag) => !tag.includes('\n'));
}

/** Returns the text of a field's value; formatted texts without their form, items by their names. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value.map((item: { name?: unknown } | null) => textOf(item?.name)).join('\n');
  if (typeof value !== 'object' || value === null || !('type' in value)) return '';
  const pieces: string[] = [];
  const open: RichText[] = [value as RichText];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.text !== undefined) pieces.push(node.text);
    else if (node.content) {
      // What stands in two blocks is two words; half a word in bold is one.
      pieces.push('\n');
      for (let i = node.content.length - 1; i >= 0; i--) open.push(node.content[i]!);
    }
    if (node.type === 'hardBreak') pieces.push('\n');
  }
  return pieces.join('');
}
