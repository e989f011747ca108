import '../../platform/mantineFrame.css';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Outlet, useCanGoBack, useRouter } from '@tanstack/react-router';
import { Calls } from '../../platform/calls.tsx';
import { useMessages } from '../../platform/messages.ts';
import { ConfirmHost } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AccountMenu } from '../frame/accountMenu.tsx';
import { appMessages } from '../messages.ts';
import css from './plain.module.css';

/** The account: a header with the way back, nothing else. */
export function EmptyLayout() {
  const t = useMessages(appMessages);
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: '/' }));
  return (
    <div className={css.root}>
      <header className={css.header}>
        <Button
          variant="subtle"
          color="gray.9"
          leftSection={<Icon of={IconArrowLeft} />}
          onClick={back}
          px="sm"
        >
          {t('back')}
        </Button>
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
