import '../../platform/theme/mantineFrame.css';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NamesQuestion } from '../../features/account/namesQuestion.tsx';
import { AccountMenu } from '../frame/accountMenu.tsx';
import { Framed } from './framed.ts';
import css from './plain.module.css';

/** One column of 720 px below a header with `start` and the account; no workspace is open. */
export const PlainLayout = ({ start, children = <Outlet /> }: { start: ReactNode; children?: ReactNode }) => (
  <div className={css.root}>
    <header className={css.header}>
      {start}
      <AccountMenu />
    </header>
    <main className={css.column}>
      <Framed value>{children}</Framed>
    </main>
    <NamesQuestion />
  </div>
);
