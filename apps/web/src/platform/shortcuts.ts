/** Keyboard shortcuts of single keys and of `Ctrl/Cmd` with a key. */
import { useEffect, useRef } from 'react';

/** `c`, `?`, `mod+k`: `mod` is Ctrl, on a Mac Cmd. */
export type Shortcut = string;

/** Tells whether keys go into this as text. */
export const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** True when the event is that key; single keys count only where nobody is typing and no dialog is open. */
export function matches(event: KeyboardEvent, shortcut: Shortcut, isTyping: boolean): boolean {
  const withModifier = shortcut.startsWith('mod+');
  const key = withModifier ? shortcut.slice(4) : shortcut;
  if (event.key.toLowerCase() !== key || event.altKey) return false;
  return withModifier ? event.ctrlKey || event.metaKey : !event.ctrlKey && !event.metaKey && !isTyping;
}

/** Runs the newest `handlers` while the component stands. */
export function useShortcuts(handlers: Readonly<Record<Shortcut, () => void>>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const busy = typing(event.target) || document.querySelector('[role="dialog"]') !== null;
      for (const [shortcut, run] of Object.entries(latest.current)) {
        if (event.defaultPrevented || !matches(event, shortcut, busy)) continue;
        event.preventDefault();
        run();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Writes a key as this machine does: `Ctrl K`, `⌘ K`. */
export function shortcutLabel(shortcut: Shortcut): string {
  const mac = /mac|iphone|ipad/i.test(navigator.userAgent);
  return shortcut.replace('mod+', mac ? '⌘ ' : 'Ctrl ').replace(/\w$/, (key) => key.toUpperCase());
}
