/** The node of formatted texts that stands for a person. */
import Mention from '@tiptap/extension-mention';
import { labelIn } from './mentionLabel.ts';

export type MentionSuggestion = ReturnType<typeof Mention.configure>['options']['suggestion'];

/** Returns the extension of the editor; with a suggestion, `@` offers people. */
export const mention = (suggestion?: MentionSuggestion) =>
  Mention.configure({
    renderText: ({ node }) => labelIn(node.attrs),
    renderHTML: ({ node, options }) => ['span', options.HTMLAttributes, labelIn(node.attrs)],
    suggestion: suggestion ?? { allow: () => false },
  });
