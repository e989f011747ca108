import { useState } from 'react';

/**
 * Has a choice make its list when it first gets the focus. Made with its form, the list would take longer than the other fields,
 * for one because the browser lays out the page to find the list's place; and most choices are never opened.
 */
export function useLateOptions() {
  const [isMade, setMade] = useState(false);
  return { comboboxProps: { keepMounted: isMade }, onFocus: () => setMade(true) };
}
