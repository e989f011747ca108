/**
 * A browser of any engine, as far as the tour needs one: real clicks and keys on elements that are found by role and
 * name. Each engine is driven in its own way: `firefox.ts`, `webkit.ts`.
 */

/** Kinds of elements that can be looked for, by CSS selector. */
export const kinds = {
  button: 'button, [role=button]',
  link: 'a[href]',
  field: 'input:not([type=hidden]):not([type=file]), textarea, [contenteditable=true]',
  menuitem: '[role=menuitem]',
  option: '[role=option]',
  heading: 'h1, h2, h3',
  row: 'li, tr',
  text: 'p, span, div, h1, h2, h3, a, button, li, td, label',
  file: 'input[type=file]',
} as const;

export interface Target {
  kind: keyof typeof kinds;
  /** The accessible name, or the text. */
  name: string;
  /** Takes a name that only contains this one. */
  isPart?: boolean;
}

export interface Browser {
  /** e.g. `Firefox 153.7.0`. */
  readonly version: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  click(target: Target): Promise<void>;
  /** Presses on an element, moves by so many px, and lets go. */
  drag(target: Target, by: { x: number; y: number }): Promise<void>;
  /** Types into whatever has the focus. */
  type(text: string): Promise<void>;
  /** Presses keys at once, the last one last: `['Control', 'a']`, `['Enter']`. */
  press(keys: readonly string[]): Promise<void>;
  /** Gives files on this machine to a file input. */
  choose(target: Target, paths: readonly string[]): Promise<void>;
  /** Runs a function, given as source, in the page; answers what it resolves to, which is JSON. */
  run<T>(source: string, ...args: unknown[]): Promise<T>;
  /** Takes a picture of the page, as PNG. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * The source of a function that finds a visible element in the page: `(selector, name, isPart) => Element | null`. Of
 * several the last one counts, which is the innermost and, of dialogs, the newest.
 */
export const finder = `(selector, name, isPart) => {
  const textOf = (e) => (e.innerText ?? e.textContent ?? '').replace(/\\s+/g, ' ').trim();
  const nameOf = (e) => {
    const by = (e.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)).filter(Boolean);
    return (
      e.getAttribute('aria-label') || by.map(textOf).join(' ') || [...(e.labels ?? [])].map(textOf).join(' ') ||
      e.placeholder || textOf(e)
    ).replace(/ \\*$/, '').trim();
  };
  const isShown = (e) => e.type === 'file' ||
    (e.getClientRects().length > 0 && getComputedStyle(e).visibility === 'visible' && !e.closest('[inert], [aria-hidden=true]'));
  const found = [...document.querySelectorAll(selector)].filter(
    (e) => isShown(e) && (isPart ? nameOf(e).includes(name) : nameOf(e) === name),
  );
  return found.at(-1) ?? null;
}`;

/** ms to wait for something; a guard against hanging, not a measurement. */
export const patience = 60_000;

/** Asks again until the answer is neither false nor nothing. @throws Error with `what` when it never is */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  within = patience,
): Promise<Exclude<T, null | false | undefined>> {
  const end = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer) return answer as Exclude<T, null | false | undefined>;
    if (Date.now() > end) throw new Error(`not within ${within / 1000} s: ${what}`);
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

export const described = ({ kind, name }: Target): string => `${kind} “${name}”`;
