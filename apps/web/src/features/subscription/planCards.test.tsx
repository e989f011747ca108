// @vitest-environment happy-dom
/** The promises of the plans: no help where whoever runs the server has no page for it. */
import type { ServerTerms } from '@kontor/contract/wire/server';
import type { Subscription } from '@kontor/contract/wire/subscription';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { PlanCards } from './planCards.tsx';

const server = vi.hoisted(() => ({ terms: undefined as Partial<ServerTerms> | undefined }));
vi.mock('../../platform/workspace/serverTerms.ts', () => ({ useServerTerms: () => server.terms }));

it.each([
  ['leave support out before the server has answered', undefined, false],
  ['leave it out where there is no page of it', { supportUrl: null }, false],
  ['name it where there is one', { supportUrl: 'https://help.example' }, true],
])('%s', (_, terms, isNamed) => {
  server.terms = terms;
  const place = document.createElement('div');
  flushSync(() =>
    createRoot(place).render(
      <MantineProvider env="test">
        <PlanCards subscription={{ vatPercent: 20 } as Subscription} onChoose={() => {}} />
      </MantineProvider>,
    ),
  );
  const lines = [...place.querySelectorAll('li li')].map(({ textContent }) => textContent);
  expect(lines).toContain('Chat');
  expect(lines.includes('Support')).toBe(isNamed);
});
