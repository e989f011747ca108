/** The worker in which the index lives in browsers: neither building it nor asking it holds the page up. */
import { expose, transfer } from 'comlink';
import { SearchEngine } from './searchEngine.ts';

class PackedEngine extends SearchEngine {
  override async write(...args: Parameters<SearchEngine['write']>) {
    const pieces = await super.write(...args);
    return transfer(
      pieces,
      pieces.map(({ buffer }) => buffer),
    );
  }
}

expose(new PackedEngine());
