import type { ReactNode } from 'react';
import css from './fieldRow.module.css';

/** Shows fields of a form, two beside each other; `isFolding` puts them below each other on a phone. */
export const FieldRow = ({ isFolding = false, children }: { isFolding?: boolean; children: ReactNode }) => (
  <div className={css.row} data-folds={isFolding || undefined}>
    {children}
  </div>
);
