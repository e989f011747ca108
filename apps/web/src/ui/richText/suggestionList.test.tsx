// @vitest-environment happy-dom
/** The list that opens behind a sign, as the text tells of it. */
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
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

/** Opens the list, and returns how to use it. */
function open() {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => flushSync(() => root.unmount()));
  flushSync(() => root.render(<Field />));
  const shown = suggestion.render!();
  const command = vi.fn();
  flushSync(() => shown.onStart!({ items: ['Ada', 'Ben'], command } as never));
  const press = (key: string, more = {}) =>
    flushSync(() => shown.onKeyDown!({ event: new KeyboardEvent('keydown', { key, ...more }) } as never));
  const text = document.querySelector('[role="textbox"]')!;
  const named = (name: string) => document.getElementById(text.getAttribute(name) ?? '')?.textContent;
  return { shown, command, press, text, named };
}

it('names the chosen option while it is open, and nothing afterwards', () => {
  const { shown, press, text, named } = open();
  expect([named('aria-controls'), named('aria-activedescendant')]).toEqual(['AdaBen', 'Ada']);
  press('ArrowDown');
  expect(named('aria-activedescendant')).toBe('Ben');
  flushSync(() => shown.onExit!({} as never));
  expect(text.getAttributeNames()).toEqual(['role']);
});

it('closes when the text is left', () => {
  const { text } = open();
  expect(document.querySelector('[role="listbox"]')).not.toBeNull();
  flushSync(() => text.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect(document.querySelector('[role="listbox"]')).toBeNull();
});

it('chooses with Tab, and leaves Tab with Shift to the page', () => {
  const { press, command } = open();
  expect(press('Tab', { shiftKey: true })).toBe(false);
  expect(command).not.toHaveBeenCalled();
  expect(press('Tab')).toBe(true);
  expect(command).toHaveBeenCalledExactlyOnceWith('Ada');
});
