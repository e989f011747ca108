import { expect, it } from 'vitest';
import { isScreen } from './screens.ts';

const workspace = '/01890000-0000-7000-8000-000000000000';

it.each([
  '/',
  '/login',
  '/account/',
  workspace,
  `${workspace}/projects/x/tasks`,
  `${workspace}/projects/x/documents/a/b/c`,
  `${workspace}/dashboard/customer/x/a`,
])('%s is a screen', (path) => expect(isScreen(path)).toBe(true));

it.each([
  '/nowhere',
  '/login/x',
  '/nonsense/projects',
  `${workspace}/nowhere`,
  `${workspace}/projects/x/nowhere`,
  `${workspace}/projects/x/tasks/y`,
  '/.env',
  '/wp-admin/index.php',
])('%s is none', (path) => expect(isScreen(path)).toBe(false));
