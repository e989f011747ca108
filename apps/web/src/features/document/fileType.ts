/** The categories of files, by the last segment of the MIME type. Colours keep 4.5:1 on white. */

export const fileTypes = {
  'tasks-documents': { icon: 'tasks', color: '#0b5c63' },
  folder: { icon: 'folder', color: '#0b5c63' },
  pdf: { icon: 'pdf', color: '#b42318' },
  csv: { icon: 'sheet', color: '#027a48' },
  json: { icon: 'code', color: '#8a5a00' },
  text: { icon: 'text', color: '#4b5058' },
  png: { icon: 'image', color: '#6941c6' },
  jpg: { icon: 'image', color: '#6941c6' },
  gif: { icon: 'image', color: '#6941c6' },
  bmp: { icon: 'image', color: '#6941c6' },
  mp3: { icon: 'sound', color: '#a4366f' },
  wav: { icon: 'sound', color: '#a4366f' },
  mp4: { icon: 'film', color: '#a13d2d' },
  mov: { icon: 'film', color: '#a13d2d' },
  doc: { icon: 'document', color: '#175cd3' },
  docx: { icon: 'document', color: '#175cd3' },
  ppt: { icon: 'slides', color: '#b54708' },
  pptx: { icon: 'slides', color: '#b54708' },
  xls: { icon: 'sheet', color: '#027a48' },
  xlsx: { icon: 'sheet', color: '#027a48' },
  psd: { icon: 'image', color: '#175cd3' },
  zip: { icon: 'archive', color: '#6b5b3e' },
  rar: { icon: 'archive', color: '#6b5b3e' },
  unknown: { icon: 'file', color: '#6b7280' },
} as const;

export type FileType = keyof typeof fileTypes;
export type FileIconName = (typeof fileTypes)[FileType]['icon'] | 'drawing' | 'mail';

/** The last segment of each MIME type that we know, without a leading `x-`. */
const bySegment = new Map<string, FileType>(
  Object.entries({
    pdf: 'pdf',
    csv: 'csv',
    'tab-separated-values': 'csv',
    json: 'json',
    plain: 'text',
    text: 'text',
    markdown: 'text',
    png: 'png',
    apng: 'png',
    jpeg: 'jpg',
    jpg: 'jpg',
    pjpeg: 'jpg',
    gif: 'gif',
    bmp: 'bmp',
    'ms-bmp': 'bmp',
    mpeg: 'mp3',
    mp3: 'mp3',
    wav: 'wav',
    wave: 'wav',
    'pn-wav': 'wav',
    mp4: 'mp4',
    m4v: 'mp4',
    quicktime: 'mov',
    msword: 'doc',
    'vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
    'vnd.ms-powerpoint': 'ppt',
    'vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
    'vnd.ms-excel': 'xls',
    'vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
    'vnd.adobe.photoshop': 'psd',
    photoshop: 'psd',
    psd: 'psd',
    zip: 'zip',
    'zip-compressed': 'zip',
    'vnd.rar': 'rar',
    rar: 'rar',
    'rar-compressed': 'rar',
  }),
);

/** Returns the category of a MIME type; parameters (`; charset=utf-8`) and case do not matter. */
export function fileTypeOf(mimeType: string | undefined): FileType {
  const [top = '', segment = ''] = (mimeType ?? '').split(';')[0]!.trim().toLowerCase().split('/');
  const found = bySegment.get(segment.replace(/^x-/, '')) ?? 'unknown';
  // Only sound is meant by `mpeg` and `mp4` below `audio`; a film in MPEG-1 is no MP3.
  if (found === 'mp3' && top === 'video') return 'unknown';
  if (found === 'mp4' && top === 'audio') return 'unknown';
  return found;
}

/** Extensions of what programs are written in, or set up with: text, whatever its type says. */
const code =
  'xml xsl xsd html htm xhtml svg css scss less js mjs cjs jsx ts tsx jsonl geojson py rb php java kt c h cpp hpp cs go rs ' +
  'swift r lua pl sh bash zsh bat cmd ps1 sql yml yaml ini cfg conf toml env properties tex diff patch srt vtt ics vcf gpx kml';
const codeExtensions: ReadonlySet<string> = new Set(code.split(' '));

/** MIME types by extension, which browsers do not name for every file, nor alike. */
const byExtension = new Map(
  Object.entries({
    ...Object.fromEntries([...codeExtensions].map((extension) => [extension, `text/x-${extension}`])),
    pdf: 'application/pdf',
    csv: 'text/csv',
    tsv: 'text/tab-separated-values',
    json: 'application/json',
    txt: 'text/plain',
    log: 'text/plain',
    md: 'text/markdown',
    eml: 'message/rfc822',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    bmp: 'image/bmp',
    webp: 'image/webp',
    avif: 'image/avif',
    heic: 'image/heic',
    heif: 'image/heif',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    svg: 'image/svg+xml',
    html: 'text/html',
    htm: 'text/html',
    xml: 'application/xml',
    css: 'text/css',
    js: 'text/javascript',
    mjs: 'text/javascript',
    ics: 'text/calendar',
    vcf: 'text/vcard',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    flac: 'audio/flac',
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    opus: 'audio/ogg',
    wav: 'audio/wav',
    weba: 'audio/webm',
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    webm: 'video/webm',
    mov: 'video/quicktime',
    doc: 'application/msword',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ppt: 'application/vnd.ms-powerpoint',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    xls: 'application/vnd.ms-excel',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    psd: 'image/vnd.adobe.photoshop',
    zip: 'application/zip',
    rar: 'application/vnd.rar',
  }),
);

const alike: readonly [type: FileType, extensions: string][] = [
  ['png', 'heic heif webp avif svg tif tiff raw dng ai eps'],
  ['doc', 'odt rtf pages'],
  ['xls', 'ods numbers'],
  ['ppt', 'odp key'],
  ['zip', '7z tar gz tgz'],
  ['mp3', 'm4a ogg oga opus flac aac weba'],
  ['mp4', 'webm avi mkv mpg mpeg'],
  ['json', code.replace('svg ', '')],
];
const drawings = 'dwg dxf ifc rvt skp pln step stp stl 3dm'.split(' ');

/** Returns the extension of a file in capitals, if its name has one that tells something: letters and figures, eight at most. */
export const extensionOf = (name: string): string | undefined =>
  /[^.]\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase();

/** Returns the sign of a file: its category's; without one that of files alike, by the extension. */
export function fileIconOf(type: FileType, name = ''): { icon: FileIconName; color: string } {
  const extension = type === 'unknown' ? extensionOf(name)?.toLowerCase() : undefined;
  if (!extension) return fileTypes[type];
  if (drawings.includes(extension)) return { icon: 'drawing', color: '#8a5a00' };
  if (['eml', 'msg'].includes(extension)) return { icon: 'mail', color: '#175cd3' };
  return fileTypes[alike.find(([, list]) => list.split(' ').includes(extension))?.[0] ?? type];
}

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Tells whether a file is of a language that programs read: text that people read, too. */
export const isCode = (name: string): boolean => codeExtensions.has(endingOf(name));

const isMedia = (type: string): boolean => /^(?:image|audio|video)\//.test(type);

/**
 * Returns the MIME type of a chosen file: by its extension where that is known, since programs give files types of their own
 * (with Excel, CSV is `application/vnd.ms-excel`); else the browser's word, else plain bytes.
 */
export function mimeTypeOf({ name, type }: { name: string; type: string }): string {
  const known = byExtension.get(endingOf(name));
  // Sound or film, only the browser knows of files that can be either.
  if (known && !(isMedia(known) && isMedia(type))) return known;
  return type || 'application/octet-stream';
}
