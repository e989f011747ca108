import type { ComponentProps } from 'react';
import { isPlainClick } from './plainClick.ts';

interface QueryLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** The address of another page; the page in view where it is left out. */
  path?: string | undefined;
  /** The query of the page that shows the thing, e.g. `{ panel: 'task', item: id }`. */
  query: Record<string, string>;
  /** The place on that page. */
  hash?: string | undefined;
  /** Shows it here. */
  onFollow: () => void;
  /** Takes part in the arrow keys of its list, and is dragged as the row. */
  isRow?: boolean;
}

/**
 * Shows a link to something that opens on the page in view, or on another one. It knows nothing of the router, so that long
 * lists stay cheap; a click that asks for a tab or a window of its own is the browser's.
 */
export function QueryLink({ path = '', query, hash, onFollow, isRow = false, ...rest }: QueryLinkProps) {
  const page = path && Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
  return (
    <a
      href={hash ? `${page}#${hash}` : page}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onFollow();
      }}
      {...(isRow && { draggable: false, 'data-list-item': true })}
      {...rest}
    />
  );
}
