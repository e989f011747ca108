/** Tells whether a focus here is on nothing in particular: on nothing at all, or on the page as a whole. */
export const isNowhere = (element: Element | null): boolean =>
  !element || element === document.body || element.matches('main');
