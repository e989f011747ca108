/**
 * Decides which files can be shown beside the list, and as what. The MIME type comes from whoever uploaded the file, so
 * only types of this list are shown, each as exactly the type given here. HTML, SVG and code are shown as the text that
 * they are, and nothing in them runs; everything else can only be downloaded.
 */

import { contentLimits } from '../../../contents/limits.ts';
import { isCode } from '../fileType.ts';

/** Width of a preview over the page: a page of a document can be read at it, and the page beneath still shows. */
export const widthOverPage = 'min(1100px, 96vw)';

const previewKinds = [
  'image',
  'pdf',
  'text',
  'markdown',
  'csv',
  'xlsx',
  'ods',
  'docx',
  'pptx',
  'odf',
  'eml',
  'sound',
  'film',
] as const;
export type PreviewKind = (typeof previewKinds)[number];

export interface Previewed {
  kind: PreviewKind;
  /** The MIME type that the frame gives the bytes. */
  mimeType: string;
}

const shown = new Map<string, PreviewKind>([
  ['image/png', 'image'],
  ['image/apng', 'image'],
  ['image/jpeg', 'image'],
  ['image/gif', 'image'],
  ['image/bmp', 'image'],
  ['image/webp', 'image'],
  ['image/avif', 'image'],
  // What some browsers decode and others do not: these say so, and offer the file.
  ['image/heic', 'image'],
  ['image/heif', 'image'],
  ['image/tiff', 'image'],
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'csv'],
  ['text/markdown', 'markdown'],
  ['message/rfc822', 'eml'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.oasis.opendocument.text', 'odf'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odf'],
  ['audio/mpeg', 'sound'],
  ['audio/mp4', 'sound'],
  ['audio/ogg', 'sound'],
  ['audio/wav', 'sound'],
  // What some browsers decode and others do not, as above.
  ['audio/aac', 'sound'],
  ['audio/flac', 'sound'],
  ['audio/webm', 'sound'],
  ['video/mp4', 'film'],
  ['video/webm', 'film'],
  ['video/quicktime', 'film'],
]);

const spellings: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-ms-bmp': 'image/bmp',
  'image/tif': 'image/tiff',
  'image/x-tiff': 'image/tiff',
  'audio/mp3': 'audio/mpeg',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/aacp': 'audio/aac',
  'audio/x-aac': 'audio/aac',
  'audio/vnd.dlna.adts': 'audio/aac',
  'audio/x-flac': 'audio/flac',
  'audio/opus': 'audio/ogg',
  'audio/vorbis': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'video/m4v': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'application/x-pdf': 'application/pdf',
};

/** Recognises text of any language, which is drawn letter by letter. */
const isText = (mimeType: string): boolean =>
  /^text\/|^image\/svg\+xml$|^application\/(?:.+\+)?(?:json|xml)$/.test(mimeType) ||
  /^application\/(?:x-)?(?:javascript|typescript|sql|sh|yaml|toml|httpd-php)$/.test(mimeType);

/** The largest file that is loaded whole into memory for a preview, in bytes. */
export const maxPreviewBytes = 200 * 1_048_576;

/** Tells whether a kind is played, and so read as it plays. */
export const isPlayed = (kind: PreviewKind): boolean => kind === 'sound' || kind === 'film';

/** Tells whether a file that calls itself sound or film is a list of addresses, which browsers would go and fetch. */
export const isPlaylist = (head: Uint8Array): boolean =>
  /^\s*#EXTM3U/.test(new TextDecoder().decode(head.subarray(0, 64)));

/** Kinds whose insides are read, within limits. */
const read: ReadonlySet<PreviewKind> = new Set(['xlsx', 'ods', 'docx', 'pptx', 'odf', 'eml']);

/** Says why a file is not shown: of its kind none is, or this one is larger than what is read of its kind. */
export interface Unshown {
  why: 'onlyDownload' | 'tooLarge';
  /** Bytes of the largest file of its kind that is shown; 0 where none is. */
  most: number;
}

/** Returns how a file is shown, or why it can only be downloaded. */
export function previewOf(file: {
  name: string;
  mimeType?: string | undefined;
  size?: number | undefined;
}): Previewed | Unshown {
  const plain = (file.mimeType ?? '').split(';')[0]!.trim().toLowerCase();
  const mimeType = Object.hasOwn(spellings, plain) ? spellings[plain]! : plain;
  const kind = isCode(file.name) ? 'text' : (shown.get(mimeType) ?? (isText(mimeType) ? 'text' : undefined));
  if (!kind) return { why: 'onlyDownload', most: 0 };
  const most = read.has(kind) ? contentLimits.fileBytes : maxPreviewBytes;
  if (!isPlayed(kind) && (file.size ?? 0) > most) return { why: 'tooLarge', most };
  return { kind, mimeType: kind === 'text' ? 'text/plain' : mimeType };
}
