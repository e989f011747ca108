// @vitest-environment happy-dom
/** The layouts of the pages outside a workspace: what is shown of an open one does not take the page along; each page can have the focus. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { PlainPage } from '../errors/plainPage.tsx';
import { AuthLayout } from './auth.tsx';
import { OpenLayout } from './open.tsx';
import { PlainLayout } from './plain.tsx';

const load = vi.hoisted(() => vi.fn());
vi.mock('../../features/account/namesQuestion.tsx', () => ({ NamesQuestion: () => null }));
vi.mock('../frame/accountMenu.tsx', () => ({ AccountMenu: () => null }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Outlet: () => null,
}));
vi.mock('./languageSwitch.tsx', () => ({ LanguageSwitch: () => null }));
vi.mock('../../ui/nav/legalLinks.tsx', () => ({ LegalLinks: () => null }));
vi.mock('./wordmark.tsx', () => ({ Wordmark: () => null }));
vi.mock('../frame/attached.tsx', () => {
  load();
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('draws the page where the code of what goes on in the workspace does not come', async () => {
  const element = document.createElement('div');
  const failed = vi.fn();
  const root = createRoot(element, { onCaughtError: failed, onUncaughtError: failed });
  root.render(<PlainLayout start="Kontor">The account</PlainLayout>);
  await expect.poll(() => failed.mock.calls.length).toBeGreaterThan(0);
  expect(load).toHaveBeenCalled();
  expect(element.textContent).toBe('KontorThe account');
  root.unmount();
});

it.each([
  ['of the account', <PlainLayout key="plain" start="Kontor" />],
  ['of signing in', <AuthLayout key="auth" />],
  ['that is open to everybody', <OpenLayout key="open" />],
  ['of a few lines', <PlainPage key="lines">Not found</PlainPage>],
])('lets the page have the focus: one %s', (_, page) => {
  const root = createRoot(document.body.appendChild(document.createElement('div')), {
    onCaughtError: () => {},
  });
  flushSync(() => root.render(<MantineProvider env="test">{page}</MantineProvider>));
  expect(document.querySelector('main')?.getAttribute('tabindex')).toBe('-1');
  flushSync(() => root.unmount());
});
