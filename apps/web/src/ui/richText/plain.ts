import type { RichText } from '@kontor/contract/entity/field';
import { labelIn } from './mentionLabel.ts';

const inline: ReadonlySet<string> = new Set(['text', 'hardBreak', 'mention']);

/** Returns the words of a rich text, blocks on lines of their own; for comparing, searching and short previews. */
export function plainText(node: RichText | undefined): string {
  if (!node) return '';
  if (node.type === 'text') return node.text ?? '';
  if (node.type === 'hardBreak') return '\n';
  if (node.type === 'mention') return labelIn(node.attrs);
  const children = (node.content ?? []).map(plainText);
  const isInline = node.content?.some((child) => inline.has(child.type));
  return children.join(isInline ? '' : '\n');
}

/** Says whether there is nothing to read. */
export const isBlank = (node: RichText | undefined): boolean => plainText(node).trim() === '';
