// @vitest-environment happy-dom
/** The promises of the plans: no help where whoever runs the server has no page for it, and no day for what follows nothing. */
import type { ServerTerms } from '@kontor/contract/wire/server';
import type { Subscription } from '@kontor/contract/wire/subscription';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PlanCards } from './planCards.tsx';

const server = vi.hoisted(() => ({ terms: undefined as Partial<ServerTerms> | undefined }));
vi.mock('../../platform/workspace/serverTerms.ts', () => ({ useServerTerms: () => server.terms }));

const place = document.createElement('div');
let root: Root;
beforeEach(() => {
  root = createRoot(place);
});
// What is drawn has timers of its own, which would fire behind the page's end.
afterEach(() => flushSync(() => root.unmount()));

const draw = (subscription: Partial<Subscription>) =>
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <PlanCards subscription={{ vatPercent: 20, ...subscription } as Subscription} onChoose={() => {}} />
      </MantineProvider>,
    ),
  );

it.each([
  ['leave support out before the server has answered', undefined, false],
  ['leave it out where there is no page of it', { supportUrl: null }, false],
  ['name it where there is one', { supportUrl: 'https://help.example' }, true],
])('%s', (_, terms, isNamed) => {
  server.terms = terms;
  draw({});
  const lines = [...place.querySelectorAll('li li')].map(({ textContent }) => textContent);
  expect(lines).toContain('Chat');
  expect(lines.includes('Support')).toBe(isNamed);
});

it('names the day from which a smaller plan follows, and none for one that waits for its first payment', () => {
  const next = { nextPlan: 'basic', nextInterval: 'month' } as const;
  const period = { periodStart: Date.UTC(2026, 10, 3, 12), periodEnd: Date.UTC(2026, 11, 3, 12) };
  draw({ ...next, ...period, plan: 'standard', interval: 'month', state: 'active' });
  expect(place.textContent).toContain('From Dec 3, 2026');
  expect(place.textContent).not.toContain('Choose Basic');
  // A plan of the operator's own, which nobody pays.
  draw({ ...next, ...period, plan: 'standard', interval: null, state: 'canceled', confirmUrl: '/pay' });
  expect(place.textContent).not.toContain('From');
  expect(place.textContent).toContain('Choose Basic');
});
