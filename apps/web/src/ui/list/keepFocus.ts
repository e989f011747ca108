/** Keeps the focus near where it was when an act takes away what had it, so that a keyboard or a screen reader goes on from there. */
import { isNowhere } from '../../platform/focus.ts';
import { itemSelector } from './arrowList.ts';

const rowSelector = '[data-row], [data-index], li, tr, fieldset';
const focusable = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]';

let stop = () => {};

/**
 * Returns what an act is about: what has the focus; of an item of a menu, the button that opened the menu; null for nothing in
 * particular.
 */
export function actedOn(): Element | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  // A menu that goes names its button still, when the button names the menu no more.
  const button = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
  return isNowhere(button) ? null : button;
}

function focusableIn(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>(itemSelector) ?? row.querySelector<HTMLElement>(focusable);
}

/** Returns what finds the row that comes to stand where the one of `about` stood, or one before it, else a heading. */
function neighbours(about: Element): () => HTMLElement | undefined {
  const row = about.closest(rowSelector);
  const list = row?.parentElement;
  const before = list ? [...list.children].slice(0, [...list.children].indexOf(row)).reverse() : [];
  const scope = about.closest('[role="dialog"], main') ?? document.body;
  const headings = [...scope.querySelectorAll<HTMLElement>('h1, h2, h3, h4')];
  const above = headings.filter(
    (heading) => heading.compareDocumentPosition(about) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return () => {
    const left = before.filter((each) => each.parentElement === list);
    const rows = list?.isConnected ? [...list.children] : [];
    const after = rows.slice(rows.indexOf(left[0]!) + 1);
    for (const each of [...after, ...left]) {
      const found = focusableIn(each);
      if (found) return found;
    }
    const isThere = (heading: HTMLElement) => heading.isConnected;
    return above.findLast(isThere) ?? headings.find(isThere);
  };
}

/**
 * Keeps the focus. Call it before an act that may take away the row or the button that has the focus, now or
 * after a question: once that is gone and nothing else took the focus, the next row gets it, else the heading
 * above, or below where there is none. `about` is what the act is about, if not what has the focus. Call what it returns where the act does
 * not come about.
 */
export function keepFocus(about: Element | null = actedOn()): () => void {
  stop();
  if (!about) return stop;
  const held = document.activeElement;
  const find = neighbours(about);
  const look = () => {
    const active = document.activeElement;
    const isGone = isNowhere(active);
    // Questions and menus give the focus back by themselves, as long as there is something to give it back to.
    if (
      about.isConnected ||
      (!isGone && (active === held || active?.closest('[role="dialog"], [role="menu"]')))
    )
      return;
    stop();
    const target = isGone ? find() : undefined;
    if (!target) return;
    const isHeading = target.matches('h1, h2, h3, h4');
    if (isHeading) target.tabIndex = -1;
    target.focus({ preventScroll: isHeading });
  };
  const observer = new MutationObserver(look);
  stop = () => observer.disconnect();
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
