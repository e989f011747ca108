/** The sealed list behind a link: what it shows, and the keys of its files, as they were when it was made. */
import { isInstant } from '@kontor/contract/entity/field';
import {
  contentFields,
  type Document,
  documentFields,
  type FilePart,
  fileFields,
} from '@kontor/contract/nouns/document';
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import type { Collections } from '../replica/collections.ts';

export interface LinkManifest {
  /** Enters the keys of the parts. */
  workspaceId: string;
  /** Names of the workspace and of who made the link; empty for none. */
  from: string;
  by: string;
  /** ms */
  createdAt: number;
  expiresAt: number;
  /** The id of what was linked. */
  rootId: string;
  /** That, and what lies in it; `parentId` leads there. Nothing is in it that a visitor does not need. */
  documents: Document[];
}

/** The content of a file without what lies beside it: pictures and words are for those who work here. */
const kept = fileFields.filter(
  (field) => !['blobs', 'thumbnail', 'words', 'searchable', 'uploadedBy'].includes(field),
);

/** Returns a document as a visitor needs it. */
function shownPart(document: Document, rootId: string): Record<string, unknown> {
  const { id, parentId, kind, name, createdAt } = document;
  const content = kept.flatMap((field) => {
    const value = document[field as keyof Document];
    return value === undefined || kind === 'folder' ? [] : [[field, value] as const];
  });
  return { id, kind, name, createdAt, ...(id !== rootId && { parentId }), ...Object.fromEntries(content) };
}

/** Returns a document and all that lies in it outside of the trash, itself first. */
export function documentsWithin({ document }: Pick<Collections, 'document'>, rootId: string): Document[] {
  const found = new Map<string, Document>();
  const queue = [document.get(rootId)];
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (found.has(next.id)) continue;
    found.set(next.id, next);
    if (next.kind === 'folder') queue.push(...document.where('container', next.id));
  }
  return [...found.values()];
}

/** Writes a manifest as JSON. */
export const writeManifest = (manifest: LinkManifest) =>
  utf8(
    JSON.stringify({
      ...manifest,
      documents: manifest.documents.map((document) => shownPart(document, manifest.rootId)),
    }),
  );

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Reads a manifest. It was sealed by somebody who works there, whose program may be another than ours.
 * @throws RangeError for what is none
 */
export function readManifest(json: Uint8Array): LinkManifest {
  const plain: unknown = JSON.parse(fromUtf8(json as Uint8Array<ArrayBuffer>));
  const { workspaceId, from, by, createdAt, expiresAt, rootId, documents } = (plain ??
    {}) as Partial<LinkManifest>;
  const texts = [workspaceId, from, by, rootId].every(isText);
  if (!texts || !isInstant(createdAt) || !isInstant(expiresAt) || !Array.isArray(documents))
    throw new RangeError('not a manifest');
  const read = documents.map((document) => readDocument(document, rootId!));
  const ids = new Set(read.map(({ id }) => id));
  if (!ids.has(rootId!)) throw new RangeError('a manifest without what it is about');
  // A folder that is there twice could lie in itself.
  if (ids.size < read.length) throw new RangeError('a manifest with an id that stands for two');
  return {
    workspaceId: workspaceId!,
    from: from!,
    by: by!,
    createdAt: createdAt!,
    expiresAt: expiresAt!,
    rootId: rootId!,
    documents: read,
  };
}

function readDocument(value: unknown, rootId: string): Document {
  const { id, parentId, kind, name, createdAt, ...rest } = (value ?? {}) as Record<string, unknown>;
  const isWhole =
    isText(id) &&
    (id === rootId || isText(parentId)) &&
    documentFields.kind.accepts(kind) &&
    documentFields.name.accepts(name) &&
    documentFields.createdAt.accepts(createdAt);
  if (!isWhole) throw new RangeError('not a document');
  const content = Object.entries(contentFields).filter(
    ([key, field]) => key in rest && field.accepts(rest[key]),
  );
  return {
    scopeId: '',
    version: 1,
    updatedAt: 0,
    nameTag: '',
    createdBy: '',
    blobs: [] as string[],
    parts: [] as FilePart[],
    ...Object.fromEntries(content.map(([key]) => [key, rest[key]])),
    id: id as string,
    kind: kind as Document['kind'],
    name: name as string,
    createdAt: createdAt as number,
    ...(id !== rootId && { parentId: parentId as string }),
  };
}
