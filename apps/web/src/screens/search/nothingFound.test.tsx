// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { speak } from '../../platform/text/locale.ts';
import { useNothingFound } from './nothingFound.ts';
import { type Lookups, readQuery } from './typedQuery.ts';

const lookups: Lookups = { places: [], people: [], me: 'u', archived: new Set() };

function said(typed: string, language: 'en' | 'de'): string | null {
  speak(language);
  const Says = () => useNothingFound(readQuery(typed, lookups), ['documents', 'entries'], lookups);
  const element = document.createElement('div');
  const root = createRoot(element);
  flushSync(() => root.render(<Says />));
  const text = element.textContent;
  flushSync(() => root.unmount());
  speak('en');
  return text;
}

it('says which kinds there are where none is called as somebody typed', () => {
  expect(said('roof', 'en')).toBe('Nothing found.');
  expect(said('roof type:documents', 'en')).toBe('Nothing found.');
  expect(said('roof type:pdf', 'en')).toBe(
    'Nothing found. You can use type:documents, type:"time entries". Files of one format are found by their ending, for instance pdf.',
  );
  expect(said('dach typ:bild', 'de')).toBe(
    'Nichts gefunden. Möglich sind typ:dokumente, typ:zeiteinträge. Dateien eines Formats finden Sie über ihre Endung, zum Beispiel pdf.',
  );
});
