/** Keyboard shortcuts of single keys, of two after each other, and of `Ctrl/Cmd` with a key. */
import { useEffect, useRef } from 'react';
import { messages } from './text/messages.ts';

/** Keys as they are called on the keyboards of a language. */
const shortcutMessages = messages({ ctrl: 'Ctrl', enter: 'Enter' }, { ctrl: 'Strg', enter: 'Eingabe' });

/** `c`, `?`, `g h`, `mod+k`: `mod` is Ctrl, on a Mac Cmd. */
export type Shortcut = string;

/** ms within which the second key of two follows the first. */
const followMs = 1_500;

/** Tells whether keys go into this as text. */
export const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/**
 * Returns true when the event is that key. Single keys count only while they are switched on, nobody is
 * typing and no dialog or menu is open: else `ignoresSingleKeys`.
 */
export function matches(event: KeyboardEvent, shortcut: Shortcut, ignoresSingleKeys: boolean): boolean {
  const withModifier = shortcut.startsWith('mod+');
  const key = withModifier ? shortcut.slice(4) : shortcut;
  // A browser that fills a form in says a key without a name.
  if (event.key?.toLowerCase() !== key || event.altKey) return false;
  return withModifier
    ? event.ctrlKey || event.metaKey
    : !event.ctrlKey && !event.metaKey && !ignoresSingleKeys;
}

const lettersKey = 'kontor-letters';

/**
 * Returns true unless somebody switched off, on this device, the shortcuts of single keys: who dictates would
 * press them.
 */
export const hasLetterShortcuts = (): boolean => localStorage.getItem(lettersKey) !== 'off';

export const setLetterShortcuts = (isOn: boolean): void =>
  localStorage.setItem(lettersKey, isOn ? 'on' : 'off');

type Handlers = Readonly<Record<Shortcut, () => void>>;

/**
 * Returns what finds the handler of each key that is pressed: a key that begins two of them waits for the second, which then
 * means nothing by itself.
 */
export function shortcutFinder(): (
  event: KeyboardEvent,
  handlers: Handlers,
  isTyping: boolean,
) => (() => void) | undefined {
  let first: { key: string; at: number } | undefined;
  return (event, handlers, isTyping) => {
    const before = first && event.timeStamp - first.at < followMs ? `${first.key} ` : '';
    // Shift alone comes between two keys.
    if (event.key.length > 1) return undefined;
    first = undefined;
    const all = Object.entries(handlers);
    const key = event.key.toLowerCase();
    if (matches(event, key, isTyping)) {
      if (before) return handlers[before + key];
      if (all.some(([shortcut]) => shortcut.startsWith(`${key} `))) first = { key, at: event.timeStamp };
    }
    return all.find(([shortcut]) => matches(event, shortcut, isTyping))?.[1];
  };
}

/** Runs the newest `handlers` while the component stands. */
export function useShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const find = shortcutFinder();
    const onKey = (event: KeyboardEvent) => {
      const busy =
        !hasLetterShortcuts() ||
        takesText(event.target) ||
        document.querySelector('[role="dialog"], [role="menu"]') !== null;
      const run = event.defaultPrevented ? undefined : find(event, latest.current, busy);
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Returns the label of a shortcut where one is offered: one of single keys is not while those are switched off. */
export const offeredShortcut = (shortcut: Shortcut | undefined): string | undefined =>
  shortcut && (shortcut.startsWith('mod+') || hasLetterShortcuts()) ? shortcutLabel(shortcut) : undefined;

/** Returns the key of shortcuts as this machine calls it: `Ctrl`, on a Mac `⌘`. */
export const modKey = (): string =>
  /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : shortcutMessages.t('ctrl');

/** Writes keys as this machine does: `Ctrl K`, `⌘ K`, `G H`. */
export function shortcutLabel(shortcut: Shortcut): string {
  const keys = shortcut.replace('mod+', `${modKey()} `).replace('enter', shortcutMessages.t('enter'));
  return keys.replaceAll(/\b\w/g, (key) => key.toUpperCase());
}
