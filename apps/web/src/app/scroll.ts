/** Where the window stands after a navigation. */

const keeps = 'workspace-dashboard';

/** Moving within a customer's dashboard keeps the place; any other change of the page goes to the top. */
export const keepsScroll = (from: string | undefined, to: string | undefined): boolean =>
  Boolean(from?.startsWith(keeps) && to?.startsWith(keeps));
