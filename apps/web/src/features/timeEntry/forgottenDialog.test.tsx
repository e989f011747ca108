// @vitest-environment happy-dom
/** Until when somebody worked whose timer ran on: what they type, and what is wrong with it. */
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { momentAt, ownZone } from '@kontor/contract/time/zone';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { setLanguage } from '../../platform/text/locale.ts';
import { ForgottenDialog } from './forgottenDialog.tsx';

const ended = vi.hoisted(() => [] as unknown[]);
vi.mock('./actions.ts', () => ({ stop: (at: number) => void ended.push(at) }));
const active = vi.hoisted(() => ({ at: 0 }));
vi.mock('../../platform/activity.ts', () => ({ lastActivity: () => active.at }));

it.each([
  ['Pacific/Kiritimati', true],
  [ownZone(), false],
])(
  'shows the begin by the clock of %s, by which the end is typed, and says so where that is elsewhere',
  async (zone, isSaid) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T18:00Z'), toFake: ['Date'] });
    const from = momentAt('2026-11-20', 19 * 60 + 5, zone);
    active.at = from + 65 * 60_000;
    const entry = { zone, taskTitle: 'Roof', segments: [{ from }] } as unknown as TimeEntry;
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <ForgottenDialog entry={entry} onClose={() => {}} />
        </MantineProvider>,
      ),
    );
    const form = await vi.waitFor(() => document.querySelector('form')!);
    expect(form.textContent).toMatch(/running since [^.]*20[^.]*2026, (19:05|7:05.PM)/i);
    expect(form.textContent).toMatch(/Until [^.]*20[^.]*2026, (20:10|8:10.PM)/i);
    expect(form.textContent.includes(`Times in ${zone}`)).toBe(isSaid);
    flushSync(() => root.unmount());
    active.at = 0;
    vi.useRealTimers();
  },
);

it('says what is wrong in the language in force, until that is corrected, and ends the work', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T18:00Z'), toFake: ['Date'] });
  const from = Date.parse('2026-11-20T05:00Z');
  const entry = { zone: 'UTC', taskTitle: 'Roof', segments: [{ from }] } as unknown as TimeEntry;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const onClose = vi.fn();
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <ForgottenDialog entry={entry} onClose={onClose} />
      </MantineProvider>,
    ),
  );
  const field = await vi.waitFor(() => document.querySelector<HTMLInputElement>('input')!);
  const error = () => document.querySelector('.mantine-InputWrapper-error')?.textContent;
  const type = async (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  };
  const send = () => flushSync(() => document.querySelector('form')!.requestSubmit());
  send();
  await vi.waitFor(() => expect(error()).toContain('17:30'));
  await vi.waitFor(() => expect(document.activeElement === field).toBe(true));
  await type('soon');
  send();
  const english = error();
  expect(english).toBeTruthy();
  flushSync(() => setLanguage('de'));
  await vi.waitFor(() => expect(error()).not.toBe(english));
  flushSync(() => setLanguage('en'));
  await type('20:00');
  await vi.waitFor(() => expect(error()).not.toBe(english));
  send();
  expect(ended).toEqual([]);
  await type('17');
  await vi.waitFor(() => expect(error()).toBeUndefined());
  send();
  await vi.waitFor(() => expect(ended).toEqual([Date.parse('2026-11-20T17:00Z')]));
  expect(onClose).toHaveBeenCalled();
  flushSync(() => root.unmount());
  vi.useRealTimers();
});
