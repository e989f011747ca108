// Sets the language.
import type { HistoryItem } from '@kontor/client/team/history';
import { expect, it } from 'vitest';
import { speak } from '../../../platform/text/locale.ts';
import { historyText } from './text.ts';

it('begins each sentence with a capital, also where nobody is named', () => {
  const item = { what: 'remove', authorId: 'a', subjectId: 'b' } as HistoryItem;
  const name = (id: string) => (id === 'a' ? 'ein früheres Mitglied' : 'eine Person');
  speak('de');
  expect(historyText(item, name)).toBe('Ein früheres Mitglied hat eine Person entfernt.');
});
