// @vitest-environment happy-dom
/** The list that opens behind a sign, as the text tells of it. */
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { type Suggestions, useSuggestions } from './suggestionList.tsx';

let suggestion: Suggestions<string, string>['suggestion'];
function Field() {
  const frame = useRef<HTMLDivElement>(null);
  const suggestions = useSuggestions<string, string>({
    frame,
    label: 'People',
    items: () => [],
    keyOf: (name) => name,
    chosen: (name) => name,
    draw: (name) => name,
  });
  suggestion = suggestions.suggestion;
  return (
    <div ref={frame}>
      <div {...{ role: 'textbox' }} />
      {suggestions.list}
    </div>
  );
}

it('names the chosen option while it is open, and nothing afterwards', () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(<Field />));
  const text = document.querySelector('[role="textbox"]')!;
  const named = (name: string) => document.getElementById(text.getAttribute(name) ?? '')?.textContent;
  const shown = suggestion.render!();
  flushSync(() => shown.onStart!({ items: ['Ada', 'Ben'], command: () => {} } as never));
  expect([named('aria-controls'), named('aria-activedescendant')]).toEqual(['AdaBen', 'Ada']);
  flushSync(() => shown.onKeyDown!({ event: new KeyboardEvent('keydown', { key: 'ArrowDown' }) } as never));
  expect(named('aria-activedescendant')).toBe('Ben');
  flushSync(() => shown.onExit!({} as never));
  expect(text.getAttributeNames()).toEqual(['role']);
  flushSync(() => root.unmount());
});
