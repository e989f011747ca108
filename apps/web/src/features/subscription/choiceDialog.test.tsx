// @vitest-environment happy-dom
/** The dialog that asks before a plan is chosen: its amounts while an earlier credit is left, and that it takes back a cancellation. */
import type { PaidPlan } from '@kontor/contract/billing/plan';
import type { Subscription } from '@kontor/contract/wire/subscription';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { ChoiceDialog } from './choiceDialog.tsx';

vi.mock('../../platform/workspace/calls.ts', () => ({ useMutation: () => ({ isPending: false }) }));
vi.mock('../../ui/nav/legalLinks.tsx', () => ({ LegalLinks: () => null }));
vi.mock('../../ui/overlay/dialog.tsx', () => ({
  Dialog: ({ children }: { children: ReactNode }) => children,
}));

const period = { periodStart: Date.UTC(2026, 10, 3, 12), periodEnd: Date.UTC(2026, 11, 3, 12) };

/** Returns what the dialog says of going from Standard to another plan, on the day on which it was bought. */
function textOf(plan: PaidPlan, creditCents: number, more: Partial<Subscription> = {}): string {
  const subscription = {
    plan: 'standard',
    interval: 'month',
    state: 'active',
    vatPercent: 20,
    ...period,
    now: period.periodStart,
    creditCents,
    method: { type: 'sepa', last4: '3000' },
    ...more,
  } as Subscription;
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <ChoiceDialog
          workspace="w"
          subscription={subscription}
          choice={{ plan, interval: 'month' }}
          onClose={() => {}}
        />
      </MantineProvider>,
    ),
  );
  const text = place.textContent!;
  flushSync(() => root.unmount());
  return text;
}

it('names what the credit pays today, and what is due next', () => {
  const text = textOf('professional', 16_920);
  expect(text).toContain('Total€60.00Set off against your credit-€60.00To pay€0.00');
  expect(text).toContain('Then €118.80, monthly. Of that, €9.60 is due on Dec 3, 2026 after your credit.');
  expect(textOf('professional', 0)).not.toContain('credit.');
});

it('names what the credit pays of a smaller plan that follows', () => {
  const kept = 'Until Dec 3, 2026 you keep Standard. From then on €22.80, monthly.';
  expect(textOf('basic', 1_000)).toContain(
    `${kept} Of that, €12.80 is due on Dec 3, 2026 after your credit. Nothing is charged today.`,
  );
  expect(textOf('basic', 0)).toContain(`${kept} Nothing is charged today.`);
});

it.each(['basic', 'professional'] as const)('says that a cancelled subscription goes on with %s', (plan) => {
  const goesOn = 'Your subscription is cancelled. With this choice it goes on.';
  expect(textOf(plan, 0, { state: 'canceled' })).toContain(goesOn);
  expect(textOf(plan, 0)).not.toContain(goesOn);
  // Of the operator's own: nobody cancelled it.
  expect(textOf(plan, 0, { state: 'canceled', interval: null })).not.toContain(goesOn);
});
