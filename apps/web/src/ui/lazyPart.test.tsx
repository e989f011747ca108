// @vitest-environment happy-dom
import { Component, type ReactNode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { lazyPart, retryParts } from './lazyPart.tsx';

class Boundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    return this.state.hasFailed ? 'failed' : this.props.children;
  }
}

it('draws a part whose code came at the second time, and asks no sooner than it is told', async () => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length === 1) throw new TypeError('Failed to fetch');
    return ({ name }: { name: string }) => <>Hello {name}</>;
  });
  const Part = lazyPart(load);
  const element = document.createElement('div');
  const root = createRoot(element, { onCaughtError: () => {} });
  const draw = (key: string) =>
    root.render(
      <Boundary key={key}>
        <Suspense fallback="waiting">
          <Part name="Anna" />
        </Suspense>
      </Boundary>,
    );
  draw('first');
  await expect.poll(() => element.textContent).toBe('failed');
  draw('second');
  await expect.poll(() => element.textContent).toBe('failed');
  expect(load).toHaveBeenCalledOnce();
  retryParts();
  draw('third');
  await expect.poll(() => element.textContent).toBe('Hello Anna');
  root.unmount();
});
