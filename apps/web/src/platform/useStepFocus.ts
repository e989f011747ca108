import { useEffect, useRef } from 'react';
import { isNowhere } from './focus.ts';

/**
 * Gives the focus to the page's heading when one step of it takes the place of another and with that takes away what had the
 * focus, so that a keyboard goes on from there and a screen reader says where. A step whose field takes the focus keeps it.
 * @param step differs from step to step
 */
export function useStepFocus(step: string): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading || !isNowhere(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [step]);
}
