import { type ReactNode, use } from 'react';
import { Framed } from '../layouts/framed.ts';
import { Wordmark } from '../layouts/wordmark.tsx';
import css from './plainPage.module.css';

/** Shows a page of a few lines that may stand instead of any other: alone under the product's name, or inside a layout. */
export function PlainPage({ isBusy, children }: { isBusy?: boolean; children: ReactNode }) {
  const isFramed = use(Framed);
  if (isFramed)
    return (
      <div className={css.lines} aria-busy={isBusy}>
        {children}
      </div>
    );
  return (
    <main className={css.root} tabIndex={-1} aria-busy={isBusy}>
      <Wordmark />
      <div className={css.lines}>{children}</div>
    </main>
  );
}
