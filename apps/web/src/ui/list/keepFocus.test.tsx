// @vitest-environment happy-dom
/** The focus after what had it was taken away. */
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { actedOn, keepFocus } from './keepFocus.ts';

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('main')));
});
afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
});

const focused = () => document.activeElement?.textContent;
const until = (text: string) => vi.waitFor(() => expect(focused()).toBe(text));
/** Presses the button with these words, as a keyboard does: it has the focus. */
function press(words: string): void {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)!;
  button.focus();
  flushSync(() => button.click());
}

/** Shows a list whose rows each take themselves away; under a heading, and with one before. */
function List({ names, isNumbered = false }: { names: string[]; isNumbered?: boolean }) {
  const [left, setLeft] = useState(names);
  const without = (name: string) => {
    keepFocus();
    setLeft(left.filter((each) => each !== name));
  };
  return (
    <>
      <h1>Page</h1>
      <section>
        <h2>List</h2>
        <ul>
          {left.map((name, i) => (
            <li key={isNumbered ? `${i} ${name}` : name}>
              <button type="button" onClick={() => without(name)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <h2>Other</h2>
    </>
  );
}
const show = (page: ReactNode) => flushSync(() => root.render(page));

it.each([
  ['keeps its rows', false],
  ['makes the rows behind anew', true],
])(
  'goes to the next row, then to the one before, then to the heading above: a list that %s',
  async (_, isNumbered) => {
    show(<List names={['a', 'b', 'c']} isNumbered={isNumbered} />);
    press('b');
    await until('c');
    press('c');
    await until('a');
    press('a');
    await until('List');
  },
);

it('waits for what goes later, and leaves the focus where somebody put it meanwhile', async () => {
  const Later = () => {
    const [is, set] = useState(true);
    return (
      <>
        <h1>Page</h1>
        {is && (
          <button
            type="button"
            onClick={() => {
              keepFocus();
              setTimeout(() => set(false), 20);
            }}
          >
            Go
          </button>
        )}
        <button type="button">Other</button>
      </>
    );
  };
  show(<Later key="1" />);
  press('Go');
  await until('Page');
  show(<Later key="2" />);
  press('Go');
  press('Other');
  await vi.waitFor(() => expect(document.querySelectorAll('button')).toHaveLength(1));
  expect(focused()).toBe('Other');
});

it('is about the button that opened a menu, not about the menu’s item', async () => {
  const Menu = () => {
    const [is, set] = useState(true);
    return (
      <>
        <h1>Page</h1>
        <ul>
          {is && (
            <li>
              <button type="button" id="button">
                Actions
              </button>
            </li>
          )}
          <li>
            <a href="/next">Next</a>
          </li>
        </ul>
        {is && (
          <div role="menu" aria-labelledby="button">
            <button
              type="button"
              role="menuitem"
              onClick={() => {
                keepFocus();
                set(false);
              }}
            >
              Remove
            </button>
          </div>
        )}
      </>
    );
  };
  show(<Menu />);
  press('Remove');
  await until('Next');
});

it('watches no more once the act does not come about', async () => {
  const [, second] = ['a', 'b'].map((name) => {
    const row = document.querySelector('main')!.appendChild(document.createElement('li'));
    row.innerHTML = `<button type="button">${name}</button>`;
    return row;
  });
  second!.querySelector('button')!.focus();
  const stop = keepFocus();
  stop();
  second!.remove();
  await new Promise((done) => setTimeout(done, 20));
  expect(document.activeElement).toBe(document.body);
});

it('is about nothing where the page as a whole has the focus', () => {
  const main = document.querySelector('main')!;
  main.tabIndex = -1;
  main.focus();
  expect(document.activeElement).toBe(main);
  expect(actedOn()).toBeNull();
});
