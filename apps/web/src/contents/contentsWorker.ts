/**
 * The worker that reads a file: one for each, so that what goes on for ever, or takes all memory, ends with it. It has a
 * file and nothing else; what could reach out is taken away before a byte is looked at.
 */
import type { ContentKind } from './contentKind.ts';
import { contentLimits } from './limits.ts';

/** The answer; `words` are undefined where there are none to be had. */
export interface ReadAnswer {
  /** Tells it from what pdf.js says in a worker by itself. */
  type: 'read';
  words: string | undefined;
  thumbnail: Uint8Array | undefined;
}

export interface ReadRequest {
  kind: ContentKind;
  file: Blob;
}

for (const name of [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'indexedDB',
  'caches',
  'BroadcastChannel',
])
  Object.defineProperty(globalThis, name, { value: undefined });

async function read({ kind, file }: ReadRequest): Promise<ReadAnswer> {
  let picture: Blob | undefined;
  let words: string | undefined;
  const { thumbnailOf, thumbnailOfPage, withoutPage } = await import('./thumbnail.ts');
  const { trimmed, wordsOf } = await import('./words.ts');
  if (kind === 'picture') picture = await thumbnailOf(file).catch(() => undefined);
  else if (file.size <= contentLimits.fileBytes) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (kind === 'pdf') {
      const { wordsOfPdf } = await import('./pdf.ts');
      words = await wordsOfPdf(bytes, withoutPage, async (page) => {
        // A page that cannot be drawn has words all the same.
        picture = await thumbnailOfPage(page).catch(() => undefined);
      }).then(
        (text) => trimmed(text).text,
        () => undefined,
      );
    } else words = (await wordsOf(kind, bytes).catch(() => undefined))?.text;
  }
  const thumbnail = picture && new Uint8Array(await picture.arrayBuffer());
  return { type: 'read', words, thumbnail };
}

globalThis.addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void read(data).then((answer) => globalThis.postMessage(answer));
});
