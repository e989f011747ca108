/** Hands files to the person, as downloads. */
import { safeFileName } from '@kontor/client/files/safeName';
import { letGoOfUrl } from './letGoOfUrl.ts';
import { saveAsItComes } from './saving.ts';

/** Saves a file under a name that every system takes. */
export function saveFile(file: Blob, name: string): void {
  // Plain bytes: a browser that is asked to show them instead of saving must not take them for a page.
  const url = URL.createObjectURL(new Blob([file], { type: 'application/octet-stream' }));
  Object.assign(document.createElement('a'), { href: url, download: safeFileName(name) }).click();
  letGoOfUrl(url);
}

/** Saves a content as it comes, its `size` in bytes where that is known; where browsers cannot, once all of it has come. Rejects as it does. */
export async function saveStream(
  content: ReadableStream<Uint8Array>,
  name: string,
  size?: number,
): Promise<void> {
  if (await saveAsItComes({ name: safeFileName(name), size, content })) return;
  saveFile(await blobOf(content), name);
}

/** Resolves with all of a content. The browser moves what it takes from a stream to disk. Rejects as the content does. */
export async function blobOf(content: ReadableStream<Uint8Array>): Promise<Blob> {
  const pieces = content.getReader();
  let failure: { error: unknown } | undefined;
  const watched = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          const { value, done } = await pieces.read();
          if (done) controller.close();
          else controller.enqueue(value as Uint8Array<ArrayBuffer>);
        } catch (error) {
          failure = { error };
          throw error;
        }
      },
      cancel: (reason) => pieces.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  try {
    return await new Response(watched).blob();
  } catch (error) {
    // Chromium says of whatever a stream fails with that it failed to fetch.
    throw failure ? failure.error : error;
  }
}
