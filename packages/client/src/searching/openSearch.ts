import { Indexer, type IndexerParts } from './indexer.ts';
import type { Search } from './search.ts';
import { SegmentStore } from './segmentStore.ts';
import { startEngine } from './startEngine.ts';

interface SearchParts extends Pick<IndexerParts, 'clock' | 'replica' | 'backlog' | 'texts'> {
  workspaceId: string;
  device: ConstructorParameters<typeof SegmentStore>[0]['device'];
  vault: ConstructorParameters<typeof SegmentStore>[0]['vault'];
  openTabs(what: string): IndexerParts['tabs'] & { close(): void };
}

/** Opens the search of a workspace: what the device kept of its index can be found at once, the rest as it is indexed. */
export async function openSearch(parts: SearchParts): Promise<Search> {
  const { engine, end } = await startEngine();
  const tabs = parts.openTabs('search');
  const store = new SegmentStore({ ...parts, session: parts.replica.windows.session });
  const indexer = new Indexer({ ...parts, engine, tabs, store });
  const close = async (): Promise<void> => {
    await indexer.close();
    tabs.close();
    end();
  };
  try {
    await indexer.begin();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    progress: indexer.progress,
    changes: indexer.changes,
    query: (query) => engine.query(query),
    keys: (query) => engine.keys(query),
    close,
  };
}
