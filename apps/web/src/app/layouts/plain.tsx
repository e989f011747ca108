import '../../platform/theme/mantineFrame.css';
import { CatchBoundary, Outlet } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { NamesQuestion } from '../../features/account/namesQuestion.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { AccountMenu } from '../frame/accountMenu.tsx';
import { Framed } from './framed.ts';
import css from './plain.module.css';

const Attached = lazyPart(async () => (await import('../frame/attached.tsx')).Attached);

/**
 * Shows one column of 720 px below a header with `start` and the account; of a workspace that is open it shows what goes on
 * there.
 */
export const PlainLayout = ({ start, children = <Outlet /> }: { start: ReactNode; children?: ReactNode }) => (
  <div className={css.root}>
    <header className={css.header}>
      {start}
      <AccountMenu />
    </header>
    <main className={css.column} tabIndex={-1}>
      <Framed value>{children}</Framed>
    </main>
    <NamesQuestion />
    {/* Where it fails, the page stands without it. */}
    <CatchBoundary getResetKey={() => 'attached'} errorComponent={() => null}>
      <Suspense>
        <Attached />
      </Suspense>
    </CatchBoundary>
  </div>
);
