/**
 * Lets the probes of the contract in among the nouns of this process, for there is a windowed one among them. To be
 * imported before, and by itself: what is imported after it, by `import()`, sees them.
 */
import { registerHooks } from 'node:module';

const real = import.meta.resolve('@kontor/contract/nouns/entities');
const withProbes = new URL('./entities.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return found.url === real && context.parentURL !== withProbes ? { ...found, url: withProbes } : found;
  },
});
