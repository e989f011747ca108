// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ReportPreview, ToMark } from '../../features/export/reportEngine.ts';
import type { LiveReport } from '../../features/export/useReport.ts';
import { Marking } from './marking.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const told = vi.hoisted(() => vi.fn());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: told } }));
const mark = vi.hoisted(() => vi.fn());
vi.mock('../../features/export/actions.ts', () => ({ markInvoiced: mark }));
vi.mock('./nameDialog.tsx', () => ({
  AskNameDialog: ({ hint, onName }: { hint: string; onName: (name: string) => void }) => (
    <>
      <p>{hint}</p>
      <button type="button" data-name onClick={() => onName('RE 1')} />
    </>
  ),
}));

beforeEach(() => vi.clearAllMocks());

/** Asks to mark what a report finds, and gives it a name where one is asked for. */
async function ask(found: ToMark) {
  const report = { toMark: async () => found, openEntries: async () => new Map() };
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const shown = { preview: { open: 9 } as ReportPreview, first: '', isRight: true };
  await act(async () =>
    root.render(
      <MantineProvider>
        <Marking {...shown} report={report as unknown as LiveReport} sent={new Set()} />
      </MantineProvider>,
    ),
  );
  await act(async () => element.querySelector('button')!.click());
  const hint = element.querySelector('p')?.textContent;
  await act(async () => element.querySelector<HTMLButtonElement>('[data-name]')?.click());
  await act(async () => root.unmount());
  return hint;
}

it('says how many entries it marks', async () => {
  const held = new Set(['e1 2026-10-05 3600000', 'e1 2026-10-06 3600000']);
  expect(await ask({ held, count: 1, since: 2 })).toBe(
    '1 entry is then marked as invoiced. Whoever changes it is asked first. 2 entries came, were changed or were stopped after the file was made, and are not marked.',
  );
  expect(mark).toHaveBeenCalledOnce();
  expect(told).not.toHaveBeenCalled();
});

it('asks for no name where nothing of the file is left, and says what came since', async () => {
  expect(await ask({ held: new Set(), count: 0, since: 1 })).toBeUndefined();
  expect(told).toHaveBeenLastCalledWith(
    'Nothing of the last file is left to mark. 1 entry came, was changed or was stopped since: make a file with it, then mark it.',
  );
  await ask({ held: new Set(), count: 0, since: 0 });
  expect(told).toHaveBeenLastCalledWith(
    'Nothing was marked: the entries are marked already, or were changed meanwhile.',
  );
  expect(mark).not.toHaveBeenCalled();
});
