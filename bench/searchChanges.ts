/** Changes to a large index whose segments are to be merged: ms from a change until a query finds it. */
import { SearchEngine } from '@kontor/client/searching/searchEngine';
import type { Document } from '@kontor/search/document';

/** Documents that are handed over at once, as while a workspace is indexed. */
const atOnce = 256;

/**
 * Changes the titles of documents one after the other. Each time segments are merged first that are to be, the many of the
 * beginning included, as after every change.
 */
export async function changeTitles(
  documents: () => Iterable<Document>,
  size: number,
  count: number,
): Promise<number[]> {
  const engine = new SearchEngine();
  const step = Math.max(1, Math.floor(size / count));
  const changed: Document[] = [];
  let [batch, n]: [Document[], number] = [[], 0];
  for (const document of documents()) {
    if (n++ % step === 0 && changed.length < count) changed.push(document);
    if (batch.push(document) < atOnce) continue;
    await engine.put(batch);
    batch = [];
  }
  await engine.put(batch);
  const samples: number[] = [];
  for (const [i, document] of changed.entries()) {
    void engine.tend();
    const title = `geändert${i}`;
    const from = performance.now();
    await engine.put([{ ...document, title, version: 2 }]);
    const { groups } = await engine.query({ text: title, limit: 1 });
    samples.push(performance.now() - from);
    if (groups[0]!.hits[0]?.key !== document.key) throw new Error(`${title} is not found`);
  }
  return samples;
}
