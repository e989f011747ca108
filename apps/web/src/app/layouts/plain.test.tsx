// @vitest-environment happy-dom
/** The layout of the pages outside a workspace: what it shows of an open one does not take the page along. */
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { PlainLayout } from './plain.tsx';

const load = vi.hoisted(() => vi.fn());
vi.mock('../../features/account/namesQuestion.tsx', () => ({ NamesQuestion: () => null }));
vi.mock('../frame/accountMenu.tsx', () => ({ AccountMenu: () => null }));
vi.mock('../frame/attached.tsx', () => {
  load();
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('draws the page where the code of what goes on in the workspace does not come', async () => {
  const element = document.createElement('div');
  const failed = vi.fn();
  const root = createRoot(element, { onCaughtError: failed, onUncaughtError: failed });
  root.render(<PlainLayout start="Kontor">The account</PlainLayout>);
  await expect.poll(() => failed.mock.calls.length).toBeGreaterThan(0);
  expect(load).toHaveBeenCalled();
  expect(element.textContent).toBe('KontorThe account');
  root.unmount();
});
