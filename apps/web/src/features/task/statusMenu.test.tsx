// @vitest-environment happy-dom
/** The focus after a status was chosen in a list whose rows it moves away; moving a task by its menu. */
import type { TaskStatus } from '@kontor/contract/nouns/task';
import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { StatusMenu } from './statusMenu.tsx';

/** Shows the open tasks, which leave once they are done. */
function Open() {
  const [done, setDone] = useState<readonly string[]>([]);
  return (
    <MantineProvider env="test">
      <ul>
        {['Paint', 'Tile']
          .filter((title) => !done.includes(title))
          .map((title) => (
            <li key={title}>
              <StatusMenu
                title={title}
                status="TODO"
                onChange={(status: TaskStatus) => status === 'DONE' && setDone([...done, title])}
              />
              <a href={`/${title}`}>{title}</a>
            </li>
          ))}
      </ul>
    </MantineProvider>
  );
}

it('goes to the next row', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  flushSync(() => root.render(<Open />));
  const press = (element: HTMLElement) => {
    element.focus();
    flushSync(() => element.click());
  };
  press(document.querySelector('button')!);
  const items = await vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    expect(found.length).toBeGreaterThan(1);
    return found;
  });
  press(items.find(({ textContent }) => textContent === 'Done')!);
  await vi.waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toBe('Tile'));
  flushSync(() => root.unmount());
});

it('moves a task among others without dragging, where they have an order, and not beyond an edge', async () => {
  const down = vi.fn();
  let canMove = false;
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <StatusMenu
          title="Paint"
          status="TODO"
          onChange={() => {}}
          moveActionOf={(key) => (canMove && key === 'ArrowDown' ? down : undefined)}
        />
      </MantineProvider>,
    ),
  );
  // Its place as the menu opens, not as the row was drawn.
  canMove = true;
  flushSync(() => document.querySelector<HTMLElement>('button')!.click());
  const named = (words: string) =>
    [...document.querySelectorAll<HTMLButtonElement>('[role="menuitem"]')].find(
      ({ textContent }) => textContent === words,
    );
  await vi.waitFor(() => expect(named('Move down')).toBeDefined());
  expect(named('Move up')).toBeUndefined();
  named('Move down')!.click();
  expect(down).toHaveBeenCalledOnce();
  flushSync(() => root.unmount());
});
