/** Says how the words of a file are read, by its ending: types come from whoever uploads and are often missing. */
import type { Document } from '@kontor/contract/nouns/document';
import { contentLimits } from './limits.ts';

const kinds = {
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  pptx: 'pptx',
  odt: 'odf',
  ods: 'odf',
  odp: 'odf',
  eml: 'eml',
  txt: 'text',
  log: 'text',
  md: 'text',
  csv: 'text',
  tsv: 'text',
  json: 'text',
  png: 'picture',
  jpg: 'picture',
  jpeg: 'picture',
  webp: 'picture',
  gif: 'picture',
  bmp: 'picture',
  avif: 'picture',
  heic: 'picture',
  heif: 'picture',
} as const;

export type ContentKind = (typeof kinds)[keyof typeof kinds];

/** Pictures that some browsers decode: drawn where they are uploaded from one, and not asked for where none may come of it. */
const decodedBySome = /\.hei[cf]$/i;

/** Returns how a file is read; undefined where nothing is known of its insides. */
export function contentKindOf(name: string): ContentKind | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(kinds, ending) ? kinds[ending as keyof typeof kinds] : undefined;
}

interface Read {
  name: string;
  /** Bytes. */
  size?: number | undefined;
  searchable?: Document['searchable'];
  thumbnail?: object | undefined;
}

/** Returns what could be read of a file, by its name and size, and was not: its words, its small picture. */
export function unread({ name, size = 0, searchable, thumbnail }: Read): 'words' | 'picture' | undefined {
  const kind = contentKindOf(name);
  // Of a picture no more is decoded than its pixels, which its first bytes say.
  if (!kind || (kind !== 'picture' && size > contentLimits.fileBytes)) return undefined;
  if (kind !== 'picture' && searchable !== 'yes' && searchable !== 'part') return 'words';
  if (decodedBySome.test(name)) return undefined;
  return (kind === 'picture' || kind === 'pdf') && !thumbnail ? 'picture' : undefined;
}

/**
 * Returns which words of a file it cannot be found by, though files of its kind have some: `all` where it is too large, a scan,
 * or unread, the `rest` where it has more than are kept; undefined where there are none.
 */
export function missingWords({
  name,
  words,
  searchable,
}: Pick<Read, 'name' | 'searchable'> & { words?: object | undefined }): 'all' | 'rest' | undefined {
  const kind = contentKindOf(name);
  if (!kind || kind === 'picture') return undefined;
  if (!words) return 'all';
  return searchable === 'part' ? 'rest' : undefined;
}
