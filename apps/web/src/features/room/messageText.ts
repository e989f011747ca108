import type { Message } from '@kontor/contract/nouns/message';
import { shownName } from '../../platform/text/shownName.ts';
import { plainText } from '../../ui/richText/plain.ts';

/** Returns a message in one piece of plain text: its words, then the names of its files. */
export const messageText = ({ content, files }: Pick<Message, 'content' | 'files'>): string =>
  [plainText(content).trim(), ...files.map(({ name }) => shownName(name))].filter(Boolean).join(', ');
