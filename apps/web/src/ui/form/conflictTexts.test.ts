import { expect, it } from 'vitest';
import { shownText } from './conflictTexts.tsx';

it('shows texts, and nothing for what is none', () => {
  expect(shownText('Angebot')).toBe('Angebot');
  expect(shownText({ type: 'doc', content: [] })).toMatchObject({ props: { value: { type: 'doc' } } });
  for (const value of [undefined, null, 7, { toString: 1 }, { type: 'doc', content: [null] }])
    expect(shownText(value)).toBe('');
});
