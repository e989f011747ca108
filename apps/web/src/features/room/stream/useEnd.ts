import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/** Pixels from the end that still count as there. */
const endDistance = 60;

/** Selects what a person works upon: a text that is being changed, a menu that is open. */
const worked = 'form, [aria-expanded="true"]';

/**
 * Keeps a list at its end for as long as the person is there, whatever comes in or turns out to be higher than was guessed:
 * below, above what is unsent, or by the form under the list that grows. Where the person works upon a row that is drawn, the
 * list stays where it is. To be called after the hook of the virtual list, which is to leave the end to this.
 */
export function useEnd(list: RefObject<HTMLElement | null>, onChange: (isAtEnd: boolean) => void) {
  const follows = useRef(false);
  const seen = useRef({ height: 0, viewHeight: 0 });

  const look = useCallback(
    (mayMove: boolean) => {
      const element = list.current!;
      const { scrollHeight: height, clientHeight: viewHeight } = element;
      // Heights that are the same were scrolled by somebody; others were not.
      if (height === seen.current.height && viewHeight === seen.current.viewHeight)
        follows.current = isThere(element);
      else if (mayMove) {
        if (follows.current && !element.querySelector(worked)) element.scrollTop = height;
        follows.current = isThere(element);
        seen.current = { height, viewHeight };
      }
      onChange(isThere(element));
    },
    [list, onChange],
  );

  useLayoutEffect(() => look(true));
  // It ends with the list: an effect that came later would end later, too.
  useLayoutEffect(() => {
    const element = list.current!;
    const observer = new ResizeObserver(() => look(true));
    observer.observe(element);
    const onScroll = () => look(false);
    element.addEventListener('scroll', onScroll);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [list, look]);

  return {
    /** Goes to the end, and stays there. */
    toEnd: useCallback(() => {
      list.current!.scrollTop = list.current!.scrollHeight;
      follows.current = true;
    }, [list]),
    /** Says that the list goes elsewhere now. */
    leave: useCallback(() => {
      follows.current = false;
    }, []),
  };
}

const isThere = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight <= endDistance;
