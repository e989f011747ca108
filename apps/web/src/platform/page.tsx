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
let isRunning = false;
let unread = 0;
const listeners = new Set<() => void>();

// Names of things stay out of it: the browser writes titles into its history, on the disk and in the clear.
function showTitle() {
  const title = current.title ? `${current.title} · Kontor` : 'Kontor';
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${isRunning ? `● ${title}` : title}`;
}

/** Puts the number of unread messages before the title of every page. */
export function setUnread(count: number): void {
  unread = count;
  showTitle();
}

/** Marks the title of every page while the timer runs. */
export function setRunning(running: boolean): void {
  isRunning = running;
  showTitle();
}

function set(page: Page) {
  current = page;
  showTitle();
  for (const listener of listeners) listener();
}

/** Names the page; each screen calls it once, and with no name of a thing (`page.test.ts`). The crumbs lead to it; its own title is added as the last one. */
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

/** Returns the page in view, for the top line. */
export const useCurrentPage = (): Page => useSyncExternalStore(subscribe, () => current);
