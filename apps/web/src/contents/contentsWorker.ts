/**
 * The worker that reads a file: one for each, so that what goes on for ever, or takes all memory, ends with it. It has a
 * file and nothing else; what could reach out is taken away before a byte is looked at.
 */
import type { ContentKind } from './contentKind.ts';
import { contentLimits } from './limits.ts';
import type { Words } from './words.ts';

/** The answer. Its type tells it from what pdf.js says in a worker by itself. */
export type ReadAnswer =
  | {
      type: 'read';
      /** Undefined where there are none to be had. */
      words: string | undefined;
      /** True if the file has more of them. */
      isCut: boolean;
      thumbnail: Uint8Array | undefined;
    }
  /** The code that reads such files could not be fetched. */
  | { type: 'missingCode' }
  /** The file could not be had: it was moved or changed, or is on a disk that was taken away. */
  | { type: 'missingFile' };

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

/** Fetches the code that reads files of a kind. @throws TypeError where it cannot be had, which says nothing of the file */
const codeFor = (kind: ContentKind) =>
  Promise.all([
    import('./thumbnail.ts'),
    import('./words.ts').then(async (words) => {
      await words.preload(kind);
      return words;
    }),
    kind === 'pdf' ? import('./pdf.ts') : undefined,
  ]);

async function read({ kind, file }: ReadRequest): Promise<ReadAnswer> {
  let picture: Blob | undefined;
  let words: Words | undefined;
  const code = await codeFor(kind).catch(() => undefined);
  if (!code) return { type: 'missingCode' };
  const [{ thumbnailOf, thumbnailOfPage, withoutPage }, { wordsOf }, pdf] = code;
  if (kind === 'picture') picture = await thumbnailOf(file).catch(() => undefined);
  else if (file.size <= contentLimits.fileBytes) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (kind === 'pdf') {
      words = await pdf!
        .wordsOfPdf(bytes, withoutPage, async (page) => {
          // A page that cannot be drawn has words all the same.
          picture = await thumbnailOfPage(page).catch(() => undefined);
        })
        .catch(() => undefined);
    } else words = await wordsOf(kind, bytes).catch(() => undefined);
  }
  const thumbnail = picture && new Uint8Array(await picture.arrayBuffer());
  return { type: 'read', words: words?.text, isCut: words?.isCut ?? false, thumbnail };
}

globalThis.addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  // All else that can fail says by itself what that means for the file.
  const answered = read(data).catch((): ReadAnswer => ({ type: 'missingFile' }));
  void answered.then((answer) => globalThis.postMessage(answer));
});
