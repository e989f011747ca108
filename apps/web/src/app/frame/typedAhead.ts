/** ms after which nothing opens any more that was waited for. */
const patience = 5_000;

let stop: (() => string) | undefined;

/**
 * Keeps what is typed from now on for a field that is still opening: in a hidden field of its own, so that composed
 * letters and those of AltGr come too, and nothing is taken for a shortcut. What has the focus now gets it back.
 */
export function keepTyped(): void {
  stop?.();
  const before = document.activeElement;
  const field = document.createElement('input');
  field.ariaLabel = document.title;
  field.style.cssText = 'position:fixed;inset-block-start:0;opacity:0;pointer-events:none';
  document.body.append(field);
  const giveUp = () => {
    stop?.();
    refocus(before);
  };
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') giveUp();
    if (event.key === 'Enter' || event.key === 'Tab') event.preventDefault();
  });
  const timer = setTimeout(giveUp, patience);
  stop = () => {
    stop = undefined;
    focusedBefore = before;
    clearTimeout(timer);
    field.remove();
    return field.value;
  };
  field.focus({ preventScroll: true });
}

let focusedBefore: Element | null = null;

/** Ends the keeping and returns what was typed meanwhile. */
export const takeTyped = (): string => stop?.() ?? '';

/** Gives the focus back to what had it before the keeping, unless something else took it. */
export function returnFocus(): void {
  const { activeElement } = document;
  // What was chosen may have led to another page.
  const target = focusedBefore?.isConnected ? focusedBefore : document.querySelector('main');
  if (activeElement === null || activeElement === document.body) refocus(target);
  focusedBefore = null;
}

function refocus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
