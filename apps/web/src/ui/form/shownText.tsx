import type { ReactNode } from 'react';
import css from './shownText.module.css';

/** Shows a text that somebody wrote, to be read, copied or chosen. */
export function ShownText({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <h3 className={css.label}>{label}</h3>
      <div className={css.text}>{children}</div>
    </>
  );
}
