/** Makes the quote of a message that begins an answer somewhere further down. */
import type { RichText } from '@kontor/contract/entity/field';
import type { Message } from '@kontor/contract/nouns/message';
import { labelIn } from '../../../ui/richText/mentionLabel.ts';
import { messageText } from '../messageText.ts';

const paragraph = (...content: RichText[]): RichText => ({ type: 'paragraph', content });

/** Returns a text whose mentions are words alone: whoever was mentioned there has heard of it. */
const withoutMentions = (node: RichText): RichText =>
  node.type === 'mention'
    ? { type: 'text', text: labelIn(node.attrs) }
    : node.content
      ? { ...node, content: node.content.map(withoutMentions) }
      : node;

/** Returns a line that leads to an address. */
export const linkLine = (label: string, address: string): RichText =>
  paragraph({ type: 'text', text: label, marks: [{ type: 'link', attrs: { href: address } }] });

/**
 * Returns what is typed so far with the quote of a message behind it, and a line to go on in.
 * @param source the words that lead to the message, and its address
 */
export function withQuote(
  draft: RichText | undefined,
  message: Pick<Message, 'content' | 'files'>,
  source: { label: string; address: string },
): RichText {
  const head = linkLine(source.label, source.address);
  const names = messageText({ content: undefined, files: message.files });
  const said = [
    ...(message.content?.content ?? []).map(withoutMentions),
    ...(names ? [paragraph({ type: 'text', text: names })] : []),
  ];
  const quote: RichText = { type: 'blockquote', content: [head, ...said] };
  return { type: 'doc', content: [...(draft?.content ?? []), quote, { type: 'paragraph' }] };
}
