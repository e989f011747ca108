import { expect, it, vi } from 'vitest';
import { startReport } from './startReport.ts';

it('fails where the worker’s code does not come, instead of waiting for ever', async () => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new Event('error')));
      }
      postMessage() {}
      terminate() {}
    },
  );
  const report = startReport();
  await expect(report.load([])).rejects.toThrow('did not start');
  report.end();
  vi.unstubAllGlobals();
});
