/** px by which a bar has to reach into the window to count as seen. */
const seen = 6;

/**
 * Returns a ref for bars which says beside each, by `data-out` of its line, that it lies before or after what the timeline
 * shows. The timeline scrolls beneath its names, which cover as much of it as the element that `names` selects.
 */
export function watchSides(names: string): (bar: HTMLElement | null) => (() => void) | undefined {
  let observer: IntersectionObserver | undefined;
  const note = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting, boundingClientRect, rootBounds } of entries) {
      const line = target.closest<HTMLElement>('[data-row]');
      if (!line || !rootBounds) continue;
      if (isIntersecting) delete line.dataset.out;
      else line.dataset.out = boundingClientRect.left < rootBounds.left ? 'before' : 'after';
    }
  };
  return (bar) => {
    if (!bar) return undefined;
    if (!observer) {
      const root = bar.closest('[data-timeline]');
      const covered = root?.querySelector(names)?.clientWidth ?? 0;
      observer = new IntersectionObserver(note, {
        root,
        rootMargin: `0px ${-seen}px 0px ${-covered - seen}px`,
      });
    }
    observer.observe(bar);
    return () => observer?.unobserve(bar);
  };
}
