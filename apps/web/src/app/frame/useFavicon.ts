import { useEffect } from 'react';
import faviconRunning from '../faviconRunning.svg';
import faviconUnread from '../faviconUnread.svg';

/** Shows another icon of the page; undefined: as it was. */
function showIcon(href: string | undefined): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  link.dataset.plain ??= link.href;
  link.href = href ?? link.dataset.plain;
}

/** Puts a dot on the icon of the page: red while the timer runs, else yellow while something was not read. */
export function useFavicon({ isRunning, hasUnread }: { isRunning: boolean; hasUnread: boolean }): void {
  useEffect(() => {
    showIcon(isRunning ? faviconRunning : hasUnread ? faviconUnread : undefined);
    return () => showIcon(undefined);
  }, [isRunning, hasUnread]);
}
