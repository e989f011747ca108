import type { RichText } from '@kontor/contract/entity/field';
import type { Schema } from '@tiptap/pm/model';
import { plainText } from './plain.ts';

/**
 * Returns a text as the editor can take it over. The editor drops the whole of a text in which it does not know one node (a
 * newer client's, say), and the first key would then put the empty rest in its place: such a text is edited as its words
 * alone, in paragraphs.
 */
export function editable(value: RichText | undefined, schema: Schema): RichText | null {
  if (!value) return null;
  try {
    schema.nodeFromJSON(value).check();
    return value;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const lines = plainText(value).split('\n');
    return {
      type: 'doc',
      content: lines.map((text) => ({
        type: 'paragraph',
        ...(text && { content: [{ type: 'text', text }] }),
      })),
    };
  }
}
