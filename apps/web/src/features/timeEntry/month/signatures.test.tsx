// @vitest-environment happy-dom
/** The reason for what was changed in a closed month: it is let go of once it was signed, and not before. */
import type { Deviation, MonthState } from '@kontor/client/nouns/month';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { draftCount, forgetDrafts } from '../../../platform/draft/drafts.ts';
import { MonthSignatures } from './signatures.tsx';

const explain = vi.hoisted(() => vi.fn(() => true));
vi.mock('./actions.ts', async (actual) => ({ ...(await actual<object>()), explain }));
vi.mock('../../../platform/workspace/actor.ts', () => ({ useCan: () => false }));

let end = () => {};
afterEach(() => {
  end();
  forgetDrafts();
});

/** Shows a closed month in which something was changed, and types a reason. */
function typeReason() {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  end = () => root.unmount();
  const show = (deviations: Deviation[]) => {
    const state = { closing: { closedAt: 1 }, isForged: false, addenda: [], deviations };
    flushSync(() =>
      root.render(
        <MantineProvider>
          <MonthSignatures
            place={{ scopeId: 'hours', month: '2026-10-01' }}
            state={state as unknown as MonthState}
            isOwn
            name="Ada"
            nameOf={() => 'Ada'}
          />
        </MantineProvider>,
      ),
    );
  };
  const press = (label: string) =>
    flushSync(() =>
      [...element.querySelectorAll('button')].find(({ textContent }) => textContent === label)!.click(),
    );
  show([{ noun: 'timeEntry', id: 'e', kind: 'changed' } as unknown as Deviation]);
  const field = element.querySelector('input')!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'Forgotten');
  flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  return { element, show, press };
}

it('stays to be read and copied when what it is for is changed back while it is typed', () => {
  const { element, show, press } = typeReason();
  show([]);
  expect(element.textContent).toContain('You had typed this, and it was not saved:ReasonForgotten');
  press('Discard');
  expect([element.textContent?.includes('Forgotten'), draftCount()]).toEqual([false, 0]);
});

it('is gone once it was signed', () => {
  const { element, show, press } = typeReason();
  press('Sign with this reason');
  expect(explain).toHaveBeenCalledOnce();
  show([]);
  expect([element.textContent?.includes('Forgotten'), draftCount()]).toEqual([false, 0]);
});

it.each([
  ['before it begins', '2026-12-01', true, false],
  ['while it runs', '2026-11-01', true, true],
  ['once it is over', '2026-10-01', true, true],
  ['never where it is another’s', '2026-10-01', false, false],
])('offers to close a month %s: %s', (_, month, isOwn, isOffered) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 30, 12), toFake: ['Date'] });
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  end = () => {
    root.unmount();
    vi.useRealTimers();
  };
  const state = { isForged: false, addenda: [], deviations: [] } as unknown as MonthState;
  flushSync(() =>
    root.render(
      <MantineProvider>
        <MonthSignatures
          place={{ scopeId: 'hours', month }}
          {...{ state, isOwn, name: 'Ada', nameOf: () => 'Ada' }}
        />
      </MantineProvider>,
    ),
  );
  const buttons = [...element.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(buttons.some((each) => each?.startsWith('Close'))).toBe(isOffered);
  expect(element.textContent.includes('has not begun yet')).toBe(month > '2026-11-30');
});
