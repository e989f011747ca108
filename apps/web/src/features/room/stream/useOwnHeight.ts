import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Says in `--composer` how high the form is, so that trays at the foot of the page lie above it. */
export function useOwnHeight(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--composer', `${form.current?.offsetHeight ?? 0}px`),
    );
    if (form.current) observer.observe(form.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--composer');
    };
  }, []);
  return form;
}
