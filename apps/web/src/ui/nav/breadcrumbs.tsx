import type { ReactNode } from 'react';
import css from './breadcrumbs.module.css';

/** The way to a folder, outermost first: a list item for each step, the last one `aria-current`. */
export const Way = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={css.way} aria-label={label}>
    <ol>{children}</ol>
  </nav>
);
