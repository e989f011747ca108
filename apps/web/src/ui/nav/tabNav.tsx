import { type ReactNode, useLayoutEffect, useRef } from 'react';
import css from './tabNav.module.css';

/** Shows a row of links that are the parts of one page; the one in view is marked by the router. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  // On a phone the row may be wider than the page: it opens with the part in view.
  useLayoutEffect(() => {
    const active = nav.current?.querySelector<HTMLElement>('[data-status="active"]');
    if (nav.current && active) nav.current.scrollLeft = active.offsetLeft - nav.current.offsetLeft - 16;
  }, []);
  return (
    <nav ref={nav} className={css.root} aria-label={label}>
      {children}
    </nav>
  );
}
