import { expect, it, vi } from 'vitest';
import { startEngine } from './startEngine.ts';

it('fails where the worker’s code does not come, instead of waiting for ever', async () => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new Event('error')));
      }
      postMessage() {}
    },
  );
  await expect(startEngine()).rejects.toThrow('did not start');
  vi.unstubAllGlobals();
});
