import { expect, it } from 'vitest';
import { keepsScroll } from './scroll.ts';

it('keeps the place only within the dashboard', () => {
  expect(keepsScroll('workspace-dashboard', 'workspace-dashboard-project-space')).toBe(true);
  expect(keepsScroll('workspace', 'workspace-dashboard')).toBe(false);
  expect(keepsScroll('workspace-projects', 'workspace-projects-space')).toBe(false);
  expect(keepsScroll(undefined, 'workspace-dashboard')).toBe(false);
});
