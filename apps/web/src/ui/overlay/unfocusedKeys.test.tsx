// @vitest-environment happy-dom
/** Keys that are pressed while nothing in particular has the focus. */
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useUnfocusedKeys } from './unfocusedKeys.ts';

it('hears those on nothing and on the page as a whole, and none on a button', () => {
  const onKey = vi.fn();
  const Pane = () => {
    const pane = useRef<HTMLElement>(null);
    useUnfocusedKeys(pane, ({ key }) => onKey(key));
    return <section ref={pane} />;
  };
  const main = document.body.appendChild(document.createElement('main'));
  const root = createRoot(main.appendChild(document.createElement('div')));
  flushSync(() => root.render(<Pane />));
  const button = main.appendChild(document.createElement('button'));
  for (const [target, key] of [
    [document.body, 'a'],
    [main, 'b'],
    [button, 'c'],
    [window, 'd'],
  ] as const)
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  expect(onKey.mock.calls).toEqual([['a'], ['b']]);
  flushSync(() => root.unmount());
});
