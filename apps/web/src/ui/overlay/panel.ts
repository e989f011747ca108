/** Slide-overs have an address: `?panel=task&item=<id>` on any page of a workspace. */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export interface PanelSearch {
  panel?: string;
  item?: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Number of slide-overs that were opened one from another since the page beneath them. */
    panelDepth?: number;
  }
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** Returns the part of the query that names a slide-over; everything else is dropped. */
export function panelSearch(search: Record<string, unknown>): PanelSearch {
  const [panel, item] = [text(search.panel), text(search.item)];
  return { ...(panel && { panel }), ...(panel && item && { item }) };
}

export interface PanelControl {
  /** `hash` names a place in it. */
  open: (panel: string, item?: string, hash?: string) => void;
  /** Shows another slide-over in the place of this one, e.g. the thing that its form created. */
  replace: (panel: string, item: string) => void;
  close: () => void;
}

let openHere: PanelControl['open'] | undefined;

/** Lets toasts open slide-overs on the pages that show them. Returns what ends it. */
export function providePanels(open: PanelControl['open']): () => void {
  openHere = open;
  return () => {
    if (openHere === open) openHere = undefined;
  };
}

/** Returns what a toast offers that opens a slide-over, of something or for something new; undefined on pages that show none. */
export const toOpenPanel = (label: string, panel: string, item?: string) =>
  openHere && { label, run: () => openHere?.(panel, item) };

/** Returns the slide-over that is open. Whoever only opens and closes some need not render again with each: they take `usePanel`. */
export const useOpenPanel = (): PanelSearch => panelSearch(useSearch({ strict: false }));

/**
 * Returns the verbs to open and close a slide-over on the page in view. Closing goes back to where it was opened, so that
 * "back" does not open it again.
 */
export function usePanel(): PanelControl {
  const navigate = useNavigate();
  const router = useRouter();
  const depth = useCallback(() => router.latestLocation.state.panelDepth ?? 0, [router]);
  const go = useCallback(
    (next: PanelSearch, panelDepth: number, replace: boolean, hash?: string) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, panel: undefined, item: undefined, ...next }),
        ...(hash && { hash }),
        ...(panelDepth > 0 && { state: { panelDepth } }),
        replace,
      } as Parameters<typeof navigate>[0]),
    [navigate],
  );
  return {
    open: useCallback(
      (panel, item, hash) => go({ panel, ...(item && { item }) }, depth() + 1, false, hash),
      [go, depth],
    ),
    replace: useCallback((panel, item) => go({ panel, item }, depth(), true), [go, depth]),
    close: useCallback(() => {
      if (depth() > 0) router.history.go(-depth());
      else go({}, 0, true);
    }, [go, depth, router]),
  };
}
