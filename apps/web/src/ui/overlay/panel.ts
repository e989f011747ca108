/** Slide-overs have an address: `?panel=task&item=<id>` on any page of a workspace. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export interface PanelSearch {
  panel?: string;
  item?: string;
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** The part of the query that names a slide-over; everything else is dropped. */
export function panelSearch(search: Record<string, unknown>): PanelSearch {
  const [panel, item] = [text(search.panel), text(search.item)];
  return { ...(panel && { panel }), ...(panel && item && { item }) };
}

export interface PanelControl extends PanelSearch {
  open: (panel: string, item?: string) => void;
  close: () => void;
}

/** The open slide-over and the verbs to open and close one on the page in view. */
export function usePanel(): PanelControl {
  const search = panelSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = useCallback(
    (next: PanelSearch) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, panel: undefined, item: undefined, ...next }),
      } as Parameters<typeof navigate>[0]),
    [navigate],
  );
  return {
    ...search,
    open: useCallback((panel, item) => go({ panel, ...(item && { item }) }), [go]),
    close: useCallback(() => go({}), [go]),
  };
}
