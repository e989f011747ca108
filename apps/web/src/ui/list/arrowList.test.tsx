// @vitest-environment happy-dom
/** Arrow keys in a list that holds what cannot be chosen. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { moveInList } from './arrowList.ts';

it('leads past rows that cannot be chosen', () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <ul onKeyDown={moveInList}>
        {['Plans', 'Here', 'Offers'].map((name) => (
          <li key={name}>
            <button type="button" disabled={name === 'Here'} data-list-item>
              {name}
            </button>
          </li>
        ))}
      </ul>,
    ),
  );
  document.querySelector('button')!.focus();
  for (const [key, name] of [
    ['ArrowDown', 'Offers'],
    ['ArrowUp', 'Plans'],
  ] as const) {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    expect(document.activeElement!.textContent).toBe(name);
  }
  flushSync(() => root.unmount());
});
