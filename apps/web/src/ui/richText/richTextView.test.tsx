// @vitest-environment happy-dom
/** Formatted texts as another program may have written them. */
import type { RichText } from '@kontor/contract/entity/field';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { RichTextView } from './richTextView.tsx';

function shown(...content: RichText[]): HTMLElement {
  const place = document.createElement('div');
  const root = createRoot(place);
  onTestFinished(() => flushSync(() => root.unmount()));
  flushSync(() => root.render(<RichTextView value={{ type: 'doc', content }} />));
  return place;
}

it('sets each mark of a text once, however often it is named: elements in elements have no end that a page survives', () => {
  const bold = Array.from({ length: 2_000 }, () => ({ type: 'bold' }));
  const link = Array.from({ length: 2_000 }, (_, i) => ({
    type: 'link',
    attrs: { href: `https://a.example/${i}` },
  }));
  const page = shown({
    type: 'text',
    text: 'Roof',
    marks: [...bold, ...link, { type: 'italic' }, { type: 'other' }],
  });
  expect(page.textContent).toBe('Roof');
  expect([...page.querySelectorAll('strong, a, em')].map(({ localName }) => localName)).toEqual([
    'em',
    'a',
    'strong',
  ]);
});

it('stops where nodes lie deeper than anybody writes', () => {
  let node: RichText = { type: 'text', text: 'Roof' };
  for (let i = 0; i < 150; i++) node = { type: 'blockquote', content: [node] };
  expect(shown(node).querySelectorAll('blockquote').length).toBeLessThan(50);
});
