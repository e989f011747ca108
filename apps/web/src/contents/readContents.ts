/** Reads the words of files, and draws small pictures of them, one after the other, each in a worker of its own. */
import type { FileContents, ReadFetched } from '@kontor/client/files/fileContents';
import { isMissingCode, missingCode } from '@kontor/client/workerStart';
import { type ContentKind, contentKindOf, unread } from './contentKind.ts';
import type { ReadAnswer, ReadRequest } from './contentsWorker.ts';
import { contentLimits } from './limits.ts';

/** The part of a worker that a reader needs. */
export type ReaderWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

const newWorker = (): ReaderWorker =>
  new Worker(new URL('./contentsWorker.ts', import.meta.url), { type: 'module', name: 'contents' });

/**
 * Makes a reader. It never rejects: what ends the worker, or goes on for too long, was not readable. Where the code that
 * reads could not be fetched, or the file not be had, nothing is said of it, so that it is offered again.
 */
export function createReader(start: () => ReaderWorker, timeout: (ms: number) => Promise<void>) {
  let last: Promise<unknown> = Promise.resolve();

  const answerOf = async (request: ReadRequest): Promise<ReadAnswer | undefined> => {
    const worker = start();
    const answered = new Promise<ReadAnswer | undefined>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => {
        if (['read', 'missingCode', 'missingFile'].includes(data.type)) resolve(data);
      };
      worker.onerror = (event) => {
        event.preventDefault?.();
        resolve(isMissingCode(event) ? { type: 'missingCode' } : undefined);
      };
    });
    worker.postMessage(request);
    try {
      return await Promise.race([answered, timeout(contentLimits.time).then(() => undefined)]);
    } finally {
      worker.terminate();
    }
  };

  const contentsOf = async (kind: ContentKind, file: Blob): Promise<FileContents> => {
    const answer = await answerOf({ kind, file });
    if (answer?.type === 'missingCode') {
      missingCode.tell();
      return {};
    }
    if (answer?.type === 'missingFile') return {};
    const { words, isCut, thumbnail } = answer ?? {};
    return {
      ...(thumbnail && { thumbnail }),
      ...(kind !== 'picture' && {
        words,
        // A scan has none.
        searchable: words ? (isCut ? ('part' as const) : ('yes' as const)) : ('never' as const),
      }),
    };
  };

  return (file: Blob, name: string): Promise<FileContents> => {
    const kind = contentKindOf(name);
    if (!kind) return Promise.resolve({});
    const read = last.then(() => contentsOf(kind, file)).catch((): FileContents => ({}));
    last = read;
    return read;
  };
}

/** Reads what can be known of a file besides its bytes. Never rejects. */
export const readContents = createReader(
  newWorker,
  (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
);

/** Reads a file that has to be fetched for it, where something can be read of it. */
export const readFetched: ReadFetched = async (file, open) =>
  unread(file) ? readContents(await open(), file.name) : {};
