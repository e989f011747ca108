// @vitest-environment happy-dom
/** The question about names that are taken, whose code does not come. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { askAboutTaken } from '../../features/document/upload/takenQuestion.ts';
import { toast } from '../../platform/toasts.tsx';
import { Trays } from './trays.tsx';

vi.mock('../../features/document/upload/takenDialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('../../platform/workspace/workspace.ts', () => ({
  useObservable: () => [],
  useRead: () => false,
  useWorkspace: () => ({ uploads: {} }),
}));

it('uploads nothing, says so and leaves the page standing where names are taken and nobody can be asked', async () => {
  const said = vi.spyOn(toast, 'error').mockImplementation(() => {});
  const element = document.createElement('div');
  const root = createRoot(element, { onCaughtError: () => {}, onUncaughtError: () => {} });
  flushSync(() =>
    root.render(
      <>
        The page
        <Trays />
      </>,
    ),
  );
  const taken = [{ key: 'a', name: 'a.txt', free: 'a (2).txt', hasVersions: true }];
  const first = askAboutTaken(taken);
  expect(await Promise.race([first, new Promise((end) => setTimeout(end, 5_000, 'waits'))])).toBeUndefined();
  expect(said).toHaveBeenCalledWith('The upload failed.');
  expect(element.textContent).toContain('The page');
  // Nor does the next one wait for ever.
  expect(await askAboutTaken(taken)).toBeUndefined();
  flushSync(() => root.unmount());
});
