import { type RefObject, useLayoutEffect } from 'react';

/** The id of the list of lines; those of the lines begin with it. */
export const linesId = 'palette-lines';

/**
 * Names the lines of the palette to a screen reader: each is an option, and the field, which keeps the focus, says which of them
 * is chosen. The library marks that one on the element itself, and so does this.
 */
export function useOptions(
  list: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
): void {
  useLayoutEffect(() => {
    const lines = list.current;
    if (!lines) return;
    const tell = () => {
      let chosen: string | undefined;
      const options = lines.querySelectorAll('[role="option"]');
      for (const [at, option] of options.entries()) {
        option.id = `${linesId}-${at}`;
        const isChosen = option.hasAttribute('data-selected');
        option.setAttribute('aria-selected', String(isChosen));
        if (isChosen) chosen = option.id;
      }
      field.current?.setAttribute('aria-expanded', String(options.length > 0));
      if (chosen) field.current?.setAttribute('aria-activedescendant', chosen);
      else field.current?.removeAttribute('aria-activedescendant');
    };
    tell();
    const observer = new MutationObserver(tell);
    observer.observe(lines, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['data-selected'],
    });
    return () => observer.disconnect();
  }, [list, field]);
}
