/** An index over a replica, as tests start it: on a device's store, with engines that count and words of files by name. */
import type { RichText } from '@kontor/contract/entity/field';
import type { Document } from '@kontor/search/document';
import { nameOfWords, wordedFiles } from '../../nouns/document.ts';
import type { Clock } from '../../replica/clock.ts';
import type { Replica } from '../../replica/replica.ts';
import type { Row } from '../../replica/row.ts';
import { clearVault } from '../../replica/testing/clearVault.ts';
import { type Device, hastyClock, workspaceId } from '../../replica/testing/client.ts';
import type { tabHub } from '../../replica/testing/tabHub.ts';
import { Indexer } from '../indexer.ts';
import { SearchEngine } from '../searchEngine.ts';
import { SegmentStore } from '../segmentStore.ts';
import type { WriteBacklog } from '../writeBacklog.ts';

/** An engine that counts what it is told to index. */
class CountingEngine extends SearchEngine {
  indexed = 0;
  override put(documents: readonly Document[]) {
    this.indexed += documents.length;
    return super.put(documents);
  }
}

/** Seals so that no text can be read: turns each bit of what the clear vault binds. */
const turned = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0xff);
const vault = clearVault();
export const sealing = {
  sealLocal: async (...[table, label, plain]: Parameters<typeof vault.sealLocal>) =>
    turned(await vault.sealLocal(table, label, plain)),
  openLocal: async (...[table, label, sealed]: Parameters<typeof vault.openLocal>) =>
    vault.openLocal(table, label, turned(sealed)),
};

/** The words of files, by what their records say of them; none can be had while it is empty. */
export const besideWords = new Map<string, string>();
const texts = {
  nameOf: nameOfWords,
  read: async (record: Row) => {
    const words = wordedFiles(record).map((file) =>
      besideWords.get(String((file as { name?: string }).name)),
    );
    if (words.includes(undefined)) throw new Error('offline');
    return { text: words.join('\n'), isDamaged: words.includes('') };
  },
};

interface IndexedParts {
  replica: Replica;
  device: Device;
  openTabs: ReturnType<typeof tabHub>;
  /** Without, nobody noted what was written before. */
  backlog?: Pick<WriteBacklog, 'take'> | undefined;
  /** False: it is killed before the device has anything of what it indexed. */
  keeps?: boolean | undefined;
  clock?: Clock | undefined;
}

/** Makes an index that has not begun. */
export function createIndexer({
  replica,
  device,
  openTabs,
  backlog = { take: () => ({ written: new Map(), isWhole: false }) },
  keeps = true,
  clock = hastyClock,
}: IndexedParts) {
  const engine = new CountingEngine();
  const { session } = replica.windows;
  const store = new SegmentStore({ workspaceId, device: device.store, vault: sealing, session });
  if (!keeps) store.write = () => Promise.reject(new Error('killed'));
  const tabs = openTabs();
  const indexer = new Indexer({ replica, backlog, engine, store, tabs, clock, texts });
  const close = async () => {
    await indexer.close();
    tabs.close();
  };
  const found = async (text: string) => {
    await indexer.settled();
    const { groups } = await engine.query({ text, limit: 1_000 });
    return groups[0]!.hits.map(({ key }) => key);
  };
  return { engine, indexer, store, found, close };
}

/** Starts an index, which has everything and has kept it. */
export async function startIndexer(parts: IndexedParts) {
  const started = createIndexer(parts);
  await started.indexer.begin();
  await started.indexer.kept();
  return started;
}

/** Returns two paragraphs, the second of which marks a part of a word. */
export const paragraph = (text: string): RichText => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Wasser' },
        { type: 'text', text: 'waage', marks: [{ type: 'bold' }] },
      ],
    },
  ],
});
