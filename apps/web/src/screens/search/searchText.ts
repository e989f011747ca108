import { useRemembered } from '../../platform/draft/drafts.ts';

/** Returns the text of the search page. Memory alone keeps it: an address goes to the server and into the history. */
export const useSearchText = (): [typed: string, setTyped: (typed: string) => void] =>
  useRemembered('search', '');
