/** Says how the words of a file are read, by its ending: types come from whoever uploads and are often missing. */
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
  searchable?: 'yes' | 'no' | 'never' | undefined;
  thumbnail?: object | undefined;
}

/** Returns what could be read of a file, by its name and size, and was not: its words, its small picture. */
export function unread({ name, size = 0, searchable, thumbnail }: Read): 'words' | 'picture' | undefined {
  const kind = contentKindOf(name);
  // Of a picture no more is decoded than its pixels, which its first bytes say.
  if (!kind || (kind !== 'picture' && size > contentLimits.fileBytes)) return undefined;
  if (kind !== 'picture' && searchable !== 'yes') return 'words';
  if (decodedBySome.test(name)) return undefined;
  return (kind === 'picture' || kind === 'pdf') && !thumbnail ? 'picture' : undefined;
}

/** Tells whether a file cannot be found by its words, though files of its kind have some: it is too large, a scan, or unread. */
export function lacksWords({ name, words }: { name: string; words?: object | undefined }): boolean {
  const kind = contentKindOf(name);
  return kind !== undefined && kind !== 'picture' && !words;
}
