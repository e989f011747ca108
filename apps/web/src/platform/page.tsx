/** Names the page in view: the document's title and the breadcrumbs of the top line. */
import { observable } from '@kontor/client/observable';
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

const current = observable<Page>({ title: '', crumbs: [] });
let isRunning = false;
let unread = 0;

// Names of things stay out of it: the browser writes titles into its history, on the disk and in the clear.
function showTitle() {
  const named = current.get().title;
  const title = named ? `${named} · Kontor` : 'Kontor';
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
  current.set(page);
  showTitle();
}

/** Names the page; each screen calls it once, and with no name of a thing (`page.test.ts`). The crumbs lead to it; its own title is added as the last one. */
export function usePage(title: string, ancestors: readonly Crumb[] = []): void {
  const key = JSON.stringify(ancestors);
  useEffect(() => {
    set({ title, crumbs: [...(JSON.parse(key) as Crumb[]), { label: title }] });
  }, [title, key]);
}

/** Returns the page in view, for the top line. */
export const useCurrentPage = (): Page => useSyncExternalStore(current.subscribe, current.get);
