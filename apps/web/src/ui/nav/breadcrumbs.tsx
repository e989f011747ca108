import type { ReactNode } from 'react';
import css from './breadcrumbs.module.css';

/** Lists the folders down to one, outermost first: an item for each, the last one `aria-current`. */
export const Breadcrumbs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={css.breadcrumbs} aria-label={label}>
    <ol>{children}</ol>
  </nav>
);
