/** The kinds of nodes and marks that formatted texts can hold, as the editor knows them. */
import { getSchema } from '@tiptap/core';
import Link from '@tiptap/extension-link';
import Placeholder from '@tiptap/extension-placeholder';
import StarterKit from '@tiptap/starter-kit';
import { cursorFirst } from './cursorFirst.ts';
import { type MentionSuggestion, mention } from './mention.ts';
import { safeUrl } from './safeUrl.ts';
import { tables } from './tables.ts';

/** Lists what an editor knows. @param mentions what `@` offers; without, nothing */
export const extensions = (placeholder: string, mentions?: MentionSuggestion) => [
  StarterKit.configure({ heading: { levels: [2, 3] }, link: false }),
  Link.configure({
    protocols: ['http', 'https', 'mailto'],
    isAllowedUri: (url) => safeUrl(url) !== undefined,
    openOnClick: false,
    HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
  }),
  ...tables,
  mention(mentions),
  Placeholder.configure({ placeholder }),
  cursorFirst,
];

export const schema = getSchema(extensions(''));
