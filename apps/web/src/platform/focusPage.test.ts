// @vitest-environment happy-dom
/** The focus on a page that was entered. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { focusPage } from './scroll.ts';

beforeEach(() => {
  document.body.innerHTML = `<a href="/firm">Home</a><main tabindex="-1">
    <a href="/firm/projects/attic">Attic</a><a href="/firm/projects/house?view=board">House</a></main>`;
});
afterEach(() => document.body.replaceChildren());

it('goes to the page, and on a way back to the link that led away', () => {
  focusPage(undefined);
  expect(document.activeElement?.localName).toBe('main');
  (document.activeElement as HTMLElement).blur();
  focusPage('/firm/projects/house');
  expect(document.activeElement?.textContent).toBe('House');
  (document.activeElement as HTMLElement).blur();
  focusPage('/firm/time');
  expect(document.activeElement?.localName).toBe('main');
});

it('stays with what has it', () => {
  document.querySelector('a')!.focus();
  focusPage('/firm/projects/house');
  expect(document.activeElement?.textContent).toBe('Home');
});
