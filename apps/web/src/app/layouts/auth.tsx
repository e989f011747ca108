import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { desktop } from '../../platform/desktop/desktop.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { LegalLinks } from '../../ui/nav/legalLinks.tsx';
import { appMessages } from '../messages.ts';
import css from './auth.module.css';
import { Framed } from './framed.ts';
import { LanguageSwitch } from './languageSwitch.tsx';
import { Wordmark } from './wordmark.tsx';

const ServerSwitch = lazyPart(async () => (await import('../desktop/serverChoice.tsx')).ServerSwitch);

/**
 * Frames sign-in and registration: the form on the left; on the right what the product protects, and from
 * whom.
 */
export function AuthLayout() {
  const t = useMessages(appMessages);
  return (
    <div className={css.root}>
      <div className={css.side}>
        <header>
          <Wordmark />
        </header>
        <main className={css.form} tabIndex={-1}>
          <Framed value>
            <Outlet />
          </Framed>
        </main>
        <footer className={css.footer}>
          {desktop() && (
            <Suspense>
              <ServerSwitch />
            </Suspense>
          )}
          <LanguageSwitch />
          <LegalLinks />
        </footer>
      </div>
      <aside className={css.promise} aria-labelledby="promise">
        <h2 id="promise">{t('authPromiseTitle')}</h2>
        <p>{t('authPromise1')}</p>
        <p>{t('authPromise2')}</p>
        <p>{t('authPromise3')}</p>
      </aside>
    </div>
  );
}
