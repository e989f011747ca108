/** Rich text as the editor makes it: paragraphs, headings and lists. */
import type { RichText } from '@kontor/contract/entity/field';

const paragraph = (text: string): RichText => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/**
 * Writes lines as rich text: `## ` begins a heading, `- ` an item of a list, anything else is a paragraph.
 */
export function richTextOf(lines: readonly string[]): RichText {
  const content: RichText[] = [];
  for (const line of lines) {
    if (line.startsWith('## '))
      content.push({
        type: 'heading',
        attrs: { level: 2 },
        content: [{ type: 'text', text: line.slice(3) }],
      });
    else if (line.startsWith('- ')) {
      const item: RichText = { type: 'listItem', content: [paragraph(line.slice(2))] };
      const last = content.at(-1);
      if (last?.type === 'bulletList') last.content!.push(item);
      else content.push({ type: 'bulletList', content: [item] });
    } else content.push(paragraph(line));
  }
  return { type: 'doc', content };
}
