// @vitest-environment happy-dom
/** The focus on a page that was entered. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentPosition, focusPage } from './scroll.ts';

beforeEach(() => {
  document.body.innerHTML = `<a href="/firm">Home</a><main tabindex="-1">
    <a href="/firm/projects/attic">Attic</a><a href="/firm/projects/house?view=board">House</a>
    <a href="/firm/projects/house?panel=task&item=roof">Roof</a></main>`;
});
afterEach(() => document.body.replaceChildren());

const focused = () => document.activeElement as HTMLElement;
const linkOf = (words: string) =>
  [...document.querySelectorAll('a')].find(({ textContent }) => textContent === words)!;

it('goes to the page', () => {
  focusPage('/firm/projects/house', undefined);
  expect(focused().localName).toBe('main');
});

it.each(['House', 'Roof'])(
  'goes, on a way back, to the link that had it among those to one path: %s',
  (words) => {
    linkOf(words).focus();
    const place = currentPosition();
    focused().blur();
    focusPage('/firm/projects/house', place);
    expect(focused().textContent).toBe(words);
  },
);

it('goes, on a way back, to a link to where one was if none had it, and else to the page', () => {
  linkOf('Home').focus();
  const place = currentPosition();
  focused().blur();
  focusPage('/firm/projects/house', place);
  expect(focused().textContent).toBe('House');
  focused().blur();
  focusPage('/firm/time', place);
  expect(focused().localName).toBe('main');
});

it('goes back to the link from a page that had the focus as a whole', () => {
  document.querySelector('main')!.focus();
  focusPage('/firm/projects/house', { y: 0 });
  expect(focused().textContent).toBe('House');
});

it('stays with what has it', () => {
  linkOf('Home').focus();
  focusPage('/firm/projects/house', { y: 0 });
  expect(focused().textContent).toBe('Home');
});
