/** Mentions of people in formatted texts, read without the editor: `@Anna` names a person by their id. */
import type { RichText } from '@kontor/contract/entity/field';

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the words of a mention by its attributes, as its writer saw them. */
export const labelIn = (attrs: RichText['attrs']): string => `@${textIn(attrs?.label)}`;

/** Returns the ids of the people whom a text mentions, each once. */
export function mentionedIn(text: RichText | undefined): string[] {
  const found = new Set<string>();
  const walk = (node: RichText): void => {
    const id = node.type === 'mention' ? textIn(node.attrs?.id) : '';
    if (id) found.add(id);
    for (const child of node.content ?? []) walk(child);
  };
  if (text) walk(text);
  return [...found];
}
