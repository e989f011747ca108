// @vitest-environment happy-dom
/** The offers of the sign-in page to those who have no account, by the server's own terms. */

import type { Session } from '@kontor/client/session/session';
import type { ServerTerms } from '@kontor/contract/wire/server';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { Login } from './login.tsx';

const server = vi.hoisted(() => ({ terms: undefined as Partial<ServerTerms> | undefined }));
vi.mock('../../platform/workspace/serverTerms.ts', () => ({ useServerTerms: () => server.terms }));
vi.mock('../../ui/nav/link.tsx', () => ({
  TextLink: ({ children }: { children: string }) => <a href="/">{children}</a>,
}));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => {} }));
vi.mock('../../platform/page.tsx', () => ({ usePage: () => {} }));

it.each<[string, Partial<ServerTerms> | undefined, string[]]>([
  ['nothing before they are known', undefined, []],
  [
    'a trial where it is billed',
    { registration: 'open', billing: 'sandbox' } as never,
    ['Try Kontor free for 14 days'],
  ],
  ['an account where it is not', { registration: 'open', billing: 'none' }, ['Create an account']],
  ['nothing where it is closed', { registration: 'closed', billing: 'none' }, []],
])('offers %s', (_, terms, offered) => {
  server.terms = terms;
  provideSession({ subscribe: () => () => {}, former: undefined } as unknown as Session);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <Login onBegin={() => {}} onSend={() => {}} />
      </MantineProvider>,
    ),
  );
  const links = [...document.querySelectorAll('a')].map((link) => link.textContent);
  expect(links.filter((text) => !text.startsWith('Forgot'))).toEqual(offered);
  flushSync(() => root.unmount());
});
