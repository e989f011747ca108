import { observable } from '@kontor/client/observable';
import { useBlocker } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

type Close = () => void;

/** The open dialogs that have no address of their own, the topmost last. Questions stand outside of the router. */
const open = observable<readonly { current: Close }[]>([]);

/**
 * Lets the browser's "Back" close a dialog that has no address, as it closes slide-overs, instead of leaving the page beneath it.
 * The first page of a tab has nothing to go back to within the app: there "Back" leaves it.
 * @param close must not navigate: the browser stands at the page before while it is called
 */
export function useCloseOnBack(close: Close, isOpen = true): RefObject<Close> {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    if (!isOpen) return;
    open.set([...open.get(), latest]);
    return () => open.set(open.get().filter((each) => each !== latest));
  }, [isOpen]);
  return latest;
}

/**
 * Lets "Back" close a dialog, as `useCloseOnBack` does, and `Esc`, unless another dialog lies over it. The listener of Mantine's modals
 * closes those beneath, too.
 */
export function useCloseOnBackOrEscape(close: Close, isOpen = true): void {
  const latest = useCloseOnBack(close, isOpen);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      // An open list or menu marks its field and takes the key for itself.
      const isTaken = (event.target as HTMLElement).dataset?.mantineStopPropagation === 'true';
      if (event.key !== 'Escape' || event.isComposing || isTaken || open.get().at(-1) !== latest) return;
      // What the dialog was opened from, a slide-over say, hears the keys of its parts, and would close, too; so would a
      // dialog beneath, which is the topmost once this one is gone, if its listener comes later.
      event.stopImmediatePropagation();
      latest.current();
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [latest]);
}

const closeTop = ({ action }: { action: string }) => {
  const top = action === 'BACK' ? open.get().at(-1) : undefined;
  top?.current();
  return top !== undefined;
};

/** Hears "Back" for the dialogs that are open; stands once, around all pages. */
export function BackHost() {
  const disabled = useSyncExternalStore(open.subscribe, () => open.get().length === 0);
  useBlocker({ shouldBlockFn: closeTop, enableBeforeUnload: false, disabled });
  return null;
}
