// @vitest-environment happy-dom
/** Charts of a project's hours: none where nothing would stand in them. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { BurnWeek } from './burn.ts';
import { Burns } from './burns.tsx';

const burn = vi.hoisted((): { weeks: BurnWeek[] } => ({ weeks: [] }));
vi.mock('./queries.ts', () => ({ useBurn: () => burn.weeks, useMoneyBurn: () => [] }));
vi.mock('../../platform/workspace/actor.ts', () => ({ useCan: () => false }));
vi.mock('../../platform/workspace/workspace.ts', () => ({ useRecord: () => undefined }));

it.each([
  ['less than a minute', 0, 0],
  ['an hour', 60, 1],
])('of %s', (_, total, charts) => {
  burn.weeks = ['2026-11-16', '2026-11-23'].map((week) => ({ week, total }));
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <Burns projectId="p" timeBudget={undefined} />
      </MantineProvider>,
    ),
  );
  expect(place.querySelectorAll('section')).toHaveLength(charts);
  flushSync(() => root.unmount());
});
