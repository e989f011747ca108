import { useEffect } from 'react';
import { type FaviconState, faviconOf } from './favicon.ts';

/** Shows another icon of the page; undefined: as it was. */
function showIcon(href: string | undefined): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  link.dataset.plain ??= link.href;
  link.href = href ?? link.dataset.plain;
}

/** Shows on the icon of the page how much was not read, and that the timer runs. */
export function useFavicon({ isRunning, unread }: FaviconState): void {
  useEffect(() => {
    showIcon(faviconOf({ isRunning, unread }));
    return () => showIcon(undefined);
  }, [isRunning, unread]);
}
