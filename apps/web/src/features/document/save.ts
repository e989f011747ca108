/** Saves what was opened on this computer. */
import { safeFileName } from '@kontor/client/files/safeName';
import { letGoOfUrl } from '../../platform/letGoOfUrl.ts';
import { saveAsItComes } from '../../platform/saving.ts';

/** Saves bytes under a name that every system takes. */
export function saveBlob(blob: Blob, name: string): void {
  // Plain bytes: a browser that is asked to show them instead of saving must not take them for a page.
  const url = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
  const link = Object.assign(window.document.createElement('a'), { href: url, download: safeFileName(name) });
  link.click();
  letGoOfUrl(url);
}

/** Saves a content as it comes, its `size` in bytes where that is known; where browsers cannot, once all of it has come. Rejects as it does. */
export async function saveStream(
  content: ReadableStream<Uint8Array>,
  name: string,
  size?: number,
): Promise<void> {
  if (await saveAsItComes({ name: safeFileName(name), size, content })) return;
  // The browser moves what it takes from a stream to disk.
  saveBlob(await new Response(content as ReadableStream<Uint8Array<ArrayBuffer>>).blob(), name);
}

/** Returns a stream that tells how many bytes went through it. */
export const counted = (stream: ReadableStream<Uint8Array>, onBytes: (count: number) => void) =>
  stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onBytes(chunk.length);
        controller.enqueue(chunk);
      },
    }),
  );
