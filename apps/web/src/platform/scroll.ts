/**
 * The position of the window and of the focus after a navigation: back where one came from at the position where one was, else at
 * what the page was opened for, else at the top.
 */
import { isNowhere } from './focus.ts';

const dashboard = 'workspace-dashboard';

/** Says whether a change of the page keeps the position: moving within a customer's dashboard does. */
export const keepsScroll = (from: string | undefined, to: string | undefined): boolean =>
  Boolean(from?.startsWith(dashboard) && to?.startsWith(dashboard));

/** ms that a page may take to become as long as it was. */
const patience = 2_000;

let stopWaiting = () => {};

/** Scrolls the window to a position, at once or as soon as the page is long enough for it, unless somebody scrolls before. */
function scrollToPosition(y: number): void {
  stopWaiting();
  window.scrollTo(0, y);
  if (Math.abs(window.scrollY - y) < 1) return;
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, y);
    if (Math.abs(window.scrollY - y) < 1) stopWaiting();
  });
  const timer = setTimeout(() => stopWaiting(), patience);
  const people = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
  stopWaiting = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of people) window.removeEventListener(event, stopWaiting);
    stopWaiting = () => {};
  };
  for (const event of people) window.addEventListener(event, stopWaiting, { passive: true });
  observer.observe(document.body);
}

/** A list on the page that is opening has brought one of its rows into the window. */
let isLed = false;

/** Brings into the window what a page was opened for; the page does not go to its top after that. */
export function lead(scroll: () => void): void {
  isLed = true;
  scroll();
}

/** Begins a page that nothing has led anywhere. */
export function beginPage(): void {
  isLed = false;
}

/** Goes to where the window stood on a page that was left there, else to its top, unless something on it led elsewhere. */
export function enterPage(y: number | undefined): void {
  if (y !== undefined || !isLed) scrollToPosition(y ?? 0);
}

/** Where somebody was on a page that they left. */
interface PagePosition {
  /** px that the window was scrolled. */
  y: number;
  /** The address of the link that had the focus, which mostly led away. */
  href?: string | undefined;
}

/** Returns where somebody is on the page that stands. */
export function currentPosition(): PagePosition {
  const link = document.activeElement?.closest('main a[href]');
  return { y: window.scrollY, href: link?.getAttribute('href') ?? undefined };
}

/**
 * Gives the focus to the page that was entered, unless something on it took it or what had it stands still: on a way back,
 * to `position`, the link that had it there, or else one to the path `cameFrom`; else to the page as a whole.
 */
export function focusPage(cameFrom: string, position: PagePosition | undefined): void {
  if (!isNowhere(document.activeElement)) return;
  const main = document.querySelector('main');
  const links = position ? [...(main?.querySelectorAll<HTMLElement>('a[href]') ?? [])] : [];
  const link =
    links.find((each) => each.getAttribute('href') === position?.href) ??
    links.find((each) => each.getAttribute('href')?.split(/[?#]/)[0] === cameFrom);
  (link ?? main)?.focus({ preventScroll: true });
}

/** The positions of as many pages as somebody goes back by. */
const maxPositions = 50;

/** Remembers where somebody was on each page of the history, for as long as the tab lives. */
export class PagePositions {
  readonly #positions = new Map<string, PagePosition>();

  leave(page: string, position: PagePosition): void {
    this.#positions.delete(page);
    this.#positions.set(page, position);
    const [oldest] = this.#positions.keys();
    if (this.#positions.size > maxPositions && oldest !== undefined) this.#positions.delete(oldest);
  }

  /** Returns the position on a page that was left before; undefined on a new one. */
  of(page: string): PagePosition | undefined {
    return this.#positions.get(page);
  }
}
