import { expect, it, vi } from 'vitest';
import { beginPage, enterPage, keepsScroll, lead, PagePositions } from './scroll.ts';

it('keeps the place only within the dashboard', () => {
  expect(keepsScroll('workspace-dashboard', 'workspace-dashboard-project-space')).toBe(true);
  expect(keepsScroll('workspace', 'workspace-dashboard')).toBe(false);
  expect(keepsScroll('workspace-projects', 'workspace-projects-space')).toBe(false);
  expect(keepsScroll(undefined, 'workspace-dashboard')).toBe(false);
});

it('remembers where the window stood on the pages that were left last', () => {
  const positions = new PagePositions();
  positions.leave('a', { y: 10 });
  for (let n = 0; n < 49; n++) positions.leave(`p${n}`, { y: n });
  positions.leave('a', { y: 20, href: '/firm/time' });
  positions.leave('new', { y: 1 });
  expect([positions.of('a'), positions.of('p0'), positions.of('p1'), positions.of('x')]).toEqual([
    { y: 20, href: '/firm/time' },
    undefined,
    { y: 1 },
    undefined,
  ]);
});

it('goes to the top of a new page, unless something on it led elsewhere before', () => {
  const scrollTo = vi.fn();
  vi.stubGlobal('window', { scrollTo, scrollY: 0 });
  beginPage();
  lead(() => window.scrollTo(0, 500));
  enterPage(undefined);
  expect(scrollTo.mock.calls).toEqual([[0, 500]]);
  beginPage();
  enterPage(undefined);
  expect(scrollTo.mock.lastCall).toEqual([0, 0]);
  vi.unstubAllGlobals();
});
