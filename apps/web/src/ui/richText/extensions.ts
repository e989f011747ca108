/** The kinds of nodes and marks that formatted texts can hold, as the editor knows them. */
import { getSchema } from '@tiptap/core';
import Link from '@tiptap/extension-link';
import Placeholder from '@tiptap/extension-placeholder';
import StarterKit from '@tiptap/starter-kit';
import { safeUrl } from './safeUrl.ts';
import { tables } from './tables.ts';

export const extensions = (placeholder: string) => [
  StarterKit.configure({ heading: { levels: [2, 3] }, link: false }),
  Link.configure({
    protocols: ['http', 'https', 'mailto'],
    isAllowedUri: (url) => safeUrl(url) !== undefined,
    openOnClick: false,
    HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
  }),
  ...tables,
  Placeholder.configure({ placeholder }),
];

export const schema = getSchema(extensions(''));
