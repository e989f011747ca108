/** ms after which nothing opens any more that was waited for. */
const patience = 5_000;

let stop: (() => string) | undefined;

/** Keeps what is typed from now on for a field that is still opening, and from being taken for shortcuts. */
export function keepTyped(): void {
  stop?.();
  let typed = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') return void stop?.();
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if ([...event.key].length === 1) typed += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const timer = setTimeout(() => stop?.(), patience);
  window.addEventListener('keydown', onKey, { capture: true });
  stop = () => {
    stop = undefined;
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, { capture: true });
    return typed;
  };
}

/** Ends the keeping and returns what was typed meanwhile. */
export const takeTyped = (): string => stop?.() ?? '';
