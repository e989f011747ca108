// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useNow } from './queries.ts';

it('renews the time at once when something else runs: what began since the last look would be missing', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  const element = document.createElement('div');
  const root = createRoot(element);
  const Now = ({ running }: { running: string | undefined }) => useNow(running, 60_000);
  const show = (running: string | undefined) => flushSync(() => root.render(<Now running={running} />));
  show('plans');
  vi.setSystemTime(31_000);
  show('plans');
  expect(element.textContent).toBe('1000');
  show('roof');
  await vi.waitFor(() => expect(element.textContent).toBe('31000'));
  flushSync(() => root.unmount());
  vi.useRealTimers();
});
