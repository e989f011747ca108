import '../../platform/theme/mantineFrame.css';
import { Outlet } from '@tanstack/react-router';
import { Framed } from './framed.ts';
import { LanguageSwitch } from './languageSwitch.tsx';
import css from './plain.module.css';
import { Wordmark } from './wordmark.tsx';

/** Frames what is open to everybody, signed in or not: the product's name, the languages, one column. */
export const OpenLayout = () => (
  <div className={css.root}>
    <header className={css.header}>
      <Wordmark />
      <LanguageSwitch />
    </header>
    <main className={css.column} tabIndex={-1}>
      <Framed value>
        <Outlet />
      </Framed>
    </main>
  </div>
);
