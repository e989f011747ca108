import '../../platform/mantineFrame.css';
import { Outlet } from '@tanstack/react-router';
import { Calls } from '../../platform/calls.tsx';
import { ConfirmHost } from '../../ui/confirm.tsx';
import { AccountMenu } from '../frame/accountMenu.tsx';
import css from './plain.module.css';
import { Wordmark } from './wordmark.tsx';

/** Choosing and making workspaces: one column of 720 px. */
export function WorkspaceLayout() {
  return (
    <div className={css.root}>
      <header className={css.header}>
        <Wordmark />
        <AccountMenu />
      </header>
      <main className={css.column}>
        <Calls>
          <Outlet />
        </Calls>
      </main>
      <ConfirmHost />
    </div>
  );
}
