import { entity, type Open } from '../entity/entity.ts';
import { data, id, instant, oneOf, richText } from '../entity/field.ts';
import { blobs, ref, refs } from '../entity/ref.ts';
import { type FilePart, isParts, isSideFile, type SideFile } from './document.ts';

const roomEvents = ['JOIN', 'LEAVE'] as const;
export type RoomEvent = (typeof roomEvents)[number];

/** Tells whether a value is a list of strings. */
export const isStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Returns a guard of lists of so many strings at most, none of them twice or longer. Everybody reads each list. */
export const stringsWithin =
  (most: number, longest = 64) =>
  (value: unknown): value is string[] =>
    Array.isArray(value) &&
    value.length <= most &&
    value.every((each) => typeof each === 'string' && each.length <= longest) &&
    new Set(value).size === value.length;

/** Most people of whom one message says that they came or went. */
export const maxAbout = 1_000;

/** Most files of a message. Together they are no larger than one file may be, whose parts a record has room for. */
export const maxMessageFiles = 20;

/** A file of a message. Its content is described as a document's is; until that is uploaded, `blobId` is absent. */
export interface MessageFile {
  /** In place of a document's in the keys of its parts. */
  id: string;
  name: string;
  mimeType?: string | undefined;
  /** Plaintext bytes. */
  size: number;
  fileKey?: string | undefined;
  blobId?: string | undefined;
  parts: FilePart[];
  thumbnail?: SideFile | undefined;
  words?: SideFile | undefined;
  /** Pixels of a picture as it is looked at: its place in the list is known before any of it is here. */
  width?: number | undefined;
  height?: number | undefined;
}

const isPixels = (value: unknown): boolean =>
  value === undefined || (Number.isSafeInteger(value) && (value as number) > 0);
const isStringOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string';

function isMessageFile(value: unknown): boolean {
  const file = (value ?? {}) as Partial<MessageFile>;
  return (
    typeof file.id === 'string' &&
    typeof file.name === 'string' &&
    Number.isSafeInteger(file.size) &&
    [file.mimeType, file.fileKey, file.blobId].every(isStringOrNone) &&
    isParts(file.parts) &&
    [file.thumbnail, file.words].every((side) => side === undefined || isSideFile(side)) &&
    [file.width, file.height].every(isPixels)
  );
}

const isMessageFiles = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= maxMessageFiles && value.every(isMessageFile);

/**
 * Something said in a room, or that people came and went. What a person says there is a chain, so that a server can
 * neither keep any of it back nor change its order unnoticed.
 */
export const message = entity('message', {
  scopes: ['room'],
  owner: 'userId',
  isSaid: true,
  chained: true,
  isInArchive: false,
  rights: { create: 'own', update: 'own', delete: 'own' },
  searched: ['content', 'files'],
  merge: { files: 'items' },
  refs: {
    userId: ref('user'),
    /** The people who are to hear of it, mentioned or not: one list, so that the server cannot tell. */
    notifyIds: refs('user'),
    blobs: blobs(),
  },
  sealed: {
    content: richText(20_000).optional(),
    files: data<MessageFile[]>([], isMessageFiles),
    /** The message that it answers. */
    replyToId: id().optional(),
    /** Instead of words and files: these people came or went. */
    event: oneOf(roomEvents).optional(),
    aboutIds: data<string[]>([], stringsWithin(maxAbout)),
    /** By its author's clock; the order is the server's. */
    createdAt: instant(),
    editedAt: instant().optional(),
  },
});
export type Message = Open<typeof message>;
