// @vitest-environment happy-dom
/** Keys on a page with something open over it. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { setLetterShortcuts, useShortcuts } from './shortcuts.ts';

const run = vi.fn();
function Page() {
  useShortcuts({ t: () => run('t'), 'mod+k': () => run('mod+k') });
  return <main />;
}
const press = (key: string, more: KeyboardEventInit = {}) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key, ...more }));

afterEach(() => {
  document.body.replaceChildren();
  run.mockReset();
  localStorage.clear();
});

it.each(['menu', 'dialog'])('leaves letters to an open %s, and keys with Ctrl to the page', (role) => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(<Page />));
  press('t');
  expect(run).toHaveBeenCalledWith('t');
  run.mockReset();
  document.body.appendChild(document.createElement('div')).setAttribute('role', role);
  press('t');
  expect(run).not.toHaveBeenCalled();
  press('k', { ctrlKey: true });
  expect(run).toHaveBeenCalledWith('mod+k');
  flushSync(() => root.unmount());
});

it('has none of single keys where somebody switched them off', () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(<Page />));
  setLetterShortcuts(false);
  press('t');
  press('k', { ctrlKey: true });
  setLetterShortcuts(true);
  press('t');
  expect(run.mock.calls).toEqual([['mod+k'], ['t']]);
  flushSync(() => root.unmount());
});
