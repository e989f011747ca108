import type { LinkAddress } from '@kontor/client/link/address';
import { Button, Loader, Text, Title } from '@mantine/core';
import { LanguageSwitch } from '../app/layouts/languageSwitch.tsx';
import { Wordmark } from '../app/layouts/wordmark.tsx';
import { usePage } from '../platform/page.tsx';
import { useMessages } from '../platform/text/messages.ts';
import css from './link.module.css';
import { linkPageMessages } from './messages.ts';
import { OpenLink } from './openLink.tsx';
import { PasswordForm } from './passwordForm.tsx';
import { useVisit, type VisitFailure, type Visitor } from './useVisit.ts';

interface LinkPageProps {
  visitor: Visitor;
  /** Undefined where the address is not whole. */
  address: LinkAddress | undefined;
}

/** Shows the page behind a link, for people without an account. */
export function LinkPage({ visitor, address }: LinkPageProps) {
  const t = useMessages(linkPageMessages);
  usePage(t('title'));
  const { state, open, start } = useVisit(visitor, address);
  return (
    <div className={css.root}>
      <header className={css.header}>
        <Wordmark />
      </header>
      <main className={css.main}>
        {state.is === 'opening' && (
          <p role="status" className={css.opening}>
            <Loader size="sm" />
            {t('opening')}
          </p>
        )}
        {state.is === 'locked' && (
          <PasswordForm
            isOpening={state.isOpening}
            failure={state.failure}
            onPassword={(given) => void open(given)}
          />
        )}
        {state.is === 'failed' && <FailedLink failure={state.failure} onRetry={() => void start()} />}
        {state.is === 'open' && <OpenLink visit={state.visit} />}
      </main>
      <footer className={css.footer}>
        <Text size="sm" c="dimmed">
          {t('promise')}
        </Text>
        <LanguageSwitch />
      </footer>
    </div>
  );
}

/** Says why a link does not open, and what to do. */
function FailedLink({ failure, onRetry }: { failure: VisitFailure; onRetry: () => void }) {
  const t = useMessages(linkPageMessages);
  const canRetry = ['unreachable', 'throttled', 'failed'].includes(failure);
  return (
    <div role="alert" className={css.failed}>
      <Title order={1}>{t(`${failure}Title`)}</Title>
      <Text>{t(failure)}</Text>
      {canRetry && (
        <Button variant="default" mt="md" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
