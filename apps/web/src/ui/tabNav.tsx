import type { ReactNode } from 'react';
import css from './tabNav.module.css';

/** A row of links that are the parts of one page; the one in view is marked by the router. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={css.root} aria-label={label}>
      {children}
    </nav>
  );
}
