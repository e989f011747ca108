/** Reads the words of files that were found by their content, for the excerpts of the lines that are shown. */
import type { WordedFile } from '@kontor/client/nouns/document';
import { snippetOf } from '@kontor/search/marks';
import { runInSlices } from '@kontor/search/slices';
import { useEffect, useState } from 'react';
import { currentWorkspace, type OpenWorkspace } from '../../platform/workspace/workspace.ts';

/** UTF-16 code units of words that are kept at most, and that are looked through at once: below 4 ms of the page's thread. */
const [keptUnits, lookedAtOnce] = [4_000_000, 2_000];

/** The words of a workspace's files by blob, the ones that were read last behind the others. They go with the workspace. */
const kept = new WeakMap<OpenWorkspace['records'], Map<string, string>>();
/** One file after the other. */
let queue: Promise<unknown> = Promise.resolve();

/** Returns the words of a file; undefined where nobody wants them any more. @throws what the transport throws */
async function wordsOf(file: WordedFile, isWanted: () => boolean): Promise<string | undefined> {
  const { records } = currentWorkspace();
  const known = kept.get(records) ?? new Map<string, string>();
  kept.set(records, known);
  const read = queue.then(async () => {
    if (!isWanted()) return undefined;
    const { blobId } = file.words;
    const words = known.get(blobId) ?? (await (await records.files()).downloads.text(file, file.words));
    known.delete(blobId);
    known.set(blobId, words);
    let units = 0;
    for (const text of known.values()) units += text.length;
    for (const [id, { length }] of known) {
      if (units <= keptUnits) break;
      known.delete(id);
      units -= length;
    }
    return words;
  });
  queue = read.catch(() => {});
  return read;
}

/**
 * Looks through a text piece by piece, cut between words, and returns the first excerpt that answers a query; one with typos only
 * where no piece answers without.
 */
export function* excerptOf(
  text: string,
  query: string,
  withTypos: boolean,
): Generator<void, string | undefined> {
  const exact = yield* firstExcerpt(text, query, false);
  return exact ?? (withTypos ? yield* firstExcerpt(text, query, true) : undefined);
}

function* firstExcerpt(text: string, query: string, withTypos: boolean): Generator<void, string | undefined> {
  for (let from = 0; from < text.length; ) {
    const end = from + lookedAtOnce;
    const gap = end < text.length ? text.slice(from, end).search(/\s\S*$/u) : -1;
    const to = gap > 0 ? from + gap : end;
    const found = snippetOf(text.slice(from, to), query, withTypos);
    if (found !== undefined) return found;
    from = to;
    yield;
  }
  return undefined;
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Returns the first excerpt of some files that answers a query; undefined where none does, or nobody wants it any more. */
export async function excerptIn(
  files: readonly WordedFile[],
  query: string,
  withTypos: boolean,
  isWanted: () => boolean,
): Promise<string | undefined> {
  for (const file of files) {
    // Of one that cannot be had the name has to do.
    const words = await wordsOf(file, isWanted).catch(() => '');
    if (words === undefined) return undefined;
    const found = await runInSlices(excerptOf(words, query, withTypos), {
      budget: 4,
      pause,
      now: () => performance.now(),
    });
    if (found !== undefined || !isWanted()) return found;
  }
  return undefined;
}

/** Returns the excerpt that answers a query, once it is here; the one before it until then. */
export function useExcerpt(
  files: readonly WordedFile[] | undefined,
  query: string,
  withTypos: boolean,
): string | undefined {
  const [excerpt, setExcerpt] = useState<string>();
  const blobs = files?.map(({ words }) => words.blobId).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines are made anew with each look at them
  useEffect(() => {
    let isWanted = true;
    void excerptIn(files ?? [], query, withTypos, () => isWanted).then((found) => {
      if (isWanted) setExcerpt(found);
    });
    return () => {
      isWanted = false;
    };
  }, [blobs, query, withTypos]);
  return blobs ? excerpt : undefined;
}
