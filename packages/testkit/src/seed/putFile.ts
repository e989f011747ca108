/** Seals a file and puts it into a folder, as the browser does: part by part, then its record. */
import { blobTransport } from '@kontor/client/http/blobTransport';
import type { Workspace } from '@kontor/client/replica/workspace';
import type { FilePart } from '@kontor/contract/document';
import { fileLayout, partPlainSize, partRange, sealedPartSize } from '@kontor/crypto/fileLayout';
import { v7 as uuidv7 } from 'uuid';
import type { Device } from '../actor.ts';
import type { SeedFile } from './files.ts';

export interface FilePlace {
  scopeId: string;
  parentId?: string;
  taskId?: string;
}

/** Uploads the content; resolves with the new document's id when the record is made. @throws CallError */
export async function putFile(
  { device, workspace }: { device: Device; workspace: Workspace },
  place: FilePlace,
  { name, mimeType, bytes }: SeedFile,
): Promise<string> {
  const { vault } = device;
  const [id, blobId] = [uuidv7(), uuidv7()];
  const fileKey = await vault.newFileKey();
  const layout = fileLayout(bytes.length);
  const indexes = Array.from({ length: layout.partCount }, (_, i) => i);
  const blobs = blobTransport(device.http.forWorkspace(workspace.id));
  const urls = await blobs.presign(indexes.map((i) => sealedPartSize(partPlainSize(layout, i))));
  const parts: FilePart[] = [];
  for (const i of indexes) {
    const { start, end } = partRange(layout, i);
    const context = { workspaceId: workspace.id, documentId: id, blobId, fileKey };
    const { sealed, part } = await vault.sealPart(context, bytes.length, i, bytes.slice(start, end));
    const { url, fileKey: storageKey } = urls[i]!;
    await blobs.put(url, new Blob([sealed as Uint8Array<ArrayBuffer>]), new AbortController().signal);
    parts.push({ fileKey: storageKey, ...part });
  }
  const { scopeId, ...folder } = place;
  const content = { kind: 'file', name, mimeType, size: bytes.length, fileKey, blobId, parts } as const;
  workspace.create('document', scopeId, { id, ...folder, ...content });
  return id;
}
