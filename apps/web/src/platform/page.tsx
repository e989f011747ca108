/** Names the page in view: the document's title and the breadcrumbs of the top line. */
import { useEffect, useSyncExternalStore } from 'react';

export interface Crumb {
  label: string;
  /** A path of this app; the last crumb has none. */
  href?: string;
}

export interface Page {
  title: string;
  crumbs: readonly Crumb[];
}

let current: Page = { title: '', crumbs: [] };
/** The title of the slide-over above the page. */
let above: string | undefined;
const listeners = new Set<() => void>();

/** Names the tab after what is in view: the slide-over, or the page and the thing that it is a page of. */
function nameTab() {
  const { title, crumbs } = current;
  const owner = crumbs.at(-2)?.label;
  const parts = above ? [above] : [title, ...(owner ? [owner] : [])];
  document.title = [...parts.filter(Boolean), 'Kontor'].join(' · ');
}

function set(page: Page) {
  current = page;
  nameTab();
  for (const listener of listeners) listener();
}

/** Names the tab after a slide-over while it is open; nothing where it has no name yet. */
export function useTabName(name: string | undefined): void {
  useEffect(() => {
    above = name;
    nameTab();
    return () => {
      above = undefined;
      nameTab();
    };
  }, [name]);
}

/** Names the page; each screen calls it once. The crumbs lead to it; its own title is added as the last one. */
export function usePage(title: string, ancestors: readonly Crumb[] = []): void {
  const key = JSON.stringify(ancestors);
  useEffect(() => {
    set({ title, crumbs: [...(JSON.parse(key) as Crumb[]), { label: title }] });
  }, [title, key]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The page in view, for the top line. */
export const useCurrentPage = (): Page => useSyncExternalStore(subscribe, () => current);
