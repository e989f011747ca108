/** The interface's language: English or German, remembered in a cookie for 365 days. */
import { type Language, languages } from '@kontor/contract/text/language';
import { useSyncExternalStore } from 'react';

const cookieName = 'locale';
const cookieSeconds = 365 * 24 * 60 * 60;

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language);

/** Returns the language that fits best: the cookie's, else the first that the browser asks for, else English. */
export function chooseLanguage(cookies: string, preferred: readonly string[]): Language {
  const stored = new RegExp(`(?:^|; )${cookieName}=(\\w+)`).exec(cookies)?.[1];
  if (isLanguage(stored)) return stored;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** Returns the tag for dates and numbers: the browser's own region where it speaks our language, else a plain default. */
export function chooseRegion(language: Language, preferred: readonly string[]): string {
  const regional = preferred.find((tag) => new RegExp(`^${language}-`, 'i').test(tag));
  return regional ?? (language === 'de' ? 'de-DE' : 'en-GB');
}

let inForce: Language = 'en';
const listeners = new Set<() => void>();

/** Returns the language in force. */
export const language = (): Language => inForce;

/** Speaks a language from now on; nothing remembers it. */
export function speak(next: Language): void {
  inForce = next;
  for (const listener of listeners) listener();
}

/** Returns the tag (BCP 47) that formats dates and numbers now. */
export const region = (): string =>
  chooseRegion(language(), typeof navigator === 'undefined' ? [] : navigator.languages);

/** Changes the interface's language at once and remembers it on this device. Unknown values are left aside. */
export function setLanguage(next: unknown): void {
  if (!isLanguage(next)) return;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${cookieName}=${next}; max-age=${cookieSeconds}; path=/; samesite=lax${secure}`;
  document.documentElement.lang = next;
  speak(next);
}

/** Begins with the language that this browser has chosen. */
export function startLanguage(): void {
  const first = chooseLanguage(document.cookie, navigator.languages);
  document.documentElement.lang = first;
  speak(first);
}

/** Calls back after each change of the language; returns the function that stops it. */
export const onLanguage = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the language in force; the component renders again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language);
