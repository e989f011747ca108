/**
 * The floor of an edit on the screen: a sorted array of so many titles, of which the first fifty are elements; Alt and
 * an arrow key move one, a line above renames the first. Nothing is sealed, sent or stored.
 */
import type { Page } from '@playwright/test';

export const fillListPage = (page: Page, titles: readonly string[]): Promise<void> =>
  page.evaluate((given) => {
    const titles = [...given];
    const shown = 50;
    document.body.replaceChildren();
    const line = document.createElement('input');
    line.setAttribute('aria-label', 'Title');
    const list = document.createElement('ul');
    const make = (title: string) => {
      const row = document.createElement('li');
      const button = document.createElement('button');
      button.textContent = title;
      button.dataset.listItem = '';
      row.append(button);
      return row;
    };
    list.append(...titles.slice(0, shown).map(make));
    document.body.append(line, list);
    line.addEventListener('keydown', ({ key }) => {
      if (key !== 'Enter') return;
      titles[0] = line.value;
      list.firstElementChild!.firstElementChild!.textContent = line.value;
    });
    list.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!event.altKey || !step) return;
      event.preventDefault();
      const row = (event.target as HTMLElement).parentElement!;
      const at = [...list.children].indexOf(row);
      const [title] = titles.splice(at, 1);
      titles.splice(at + step, 0, title!);
      row.remove();
      list.insertBefore(row, list.children[at + step] ?? null);
      (event.target as HTMLElement).focus();
    });
  }, titles);
