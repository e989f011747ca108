/** Somebody who works without a mouse. */
import type { Page } from '@playwright/test';

/** ms; a guard against hanging, not a measurement. */
const patience = 30_000;

/** Hands that know only keys: the mouse of their page refuses. */
export class Keys {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    const refuse = () => {
      throw new Error('this scenario has no mouse');
    };
    for (const verb of ['click', 'dblclick', 'down', 'move', 'up', 'wheel'] as const)
      page.mouse[verb] = refuse;
  }

  press = (key: string) => this.#page.keyboard.press(key);
  type = (text: string) => this.#page.keyboard.type(text);

  /** Returns the accessible name of the focused element. */
  focused(): Promise<string> {
    return this.#page.evaluate(() => {
      const at = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLElement> }) | null;
      // The page as a whole has it where nothing on it has.
      if (at === document.body || at?.localName === 'main') return '';
      const label = at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.innerText ?? '';
      return label.trim();
    });
  }

  /** Presses Tab until something of that name has the focus; what has not appeared yet is met on a later round. */
  async tabTo(name: string | RegExp): Promise<void> {
    const passed: string[] = [];
    const until = Date.now() + patience;
    for (let step = 0; step < 80 || Date.now() < until; step++) {
      const at = await this.focused();
      if (typeof name === 'string' ? at === name : name.test(at)) return;
      passed.push(at);
      await this.press('Tab');
    }
    throw new Error(`Tab never reached ${name}; it passed ${[...new Set(passed)].join(' | ')}`);
  }

  /** Tabs to something and presses Enter. */
  async choose(name: string | RegExp): Promise<void> {
    await this.tabTo(name);
    await this.press('Enter');
  }

  /** Returns true if the focused element shows its focus. */
  showsFocus(): Promise<boolean> {
    return this.#page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    });
  }
}
