/** The addresses that are screens of the web app: for all others the server's page says 404. */
import { uuidSource } from './uuidPattern.ts';

/** `$x` stands for one segment, `$` at the end for those below, one at least. A test holds them against the routes. */
export const screens = [
  '/',
  '/login',
  '/register',
  '/recovery',
  '/recovery/device',
  '/join',
  '/cancel',
  '/verify',
  '/create',
  '/unlock',
  '/account',
  '/$workspace',
  '/$workspace/settings',
  '/$workspace/settings/overview',
  '/$workspace/settings/business-data',
  '/$workspace/settings/users',
  '/$workspace/settings/links',
  '/$workspace/settings/export',
  '/$workspace/settings/billing-and-payment',
  '/$workspace/settings/history',
  '/$workspace/customers',
  '/$workspace/customers/$customer',
  '/$workspace/customers/$customer/overview',
  '/$workspace/customers/$customer/projects',
  '/$workspace/customers/$customer/tasks',
  '/$workspace/customers/$customer/documents',
  '/$workspace/customers/$customer/documents/$',
  '/$workspace/search',
  '/$workspace/search/files',
  '/$workspace/notifications',
  '/$workspace/projects',
  '/$workspace/projects/$space',
  '/$workspace/projects/$space/overview',
  '/$workspace/projects/$space/tasks',
  '/$workspace/projects/$space/documents',
  '/$workspace/projects/$space/documents/$',
  '/$workspace/tasks',
  '/$workspace/time',
  '/$workspace/time/export',
  '/$workspace/trash',
  '/$workspace/signatures',
  '/$workspace/signatures/$signing',
  '/$workspace/signatures/ask/$document',
  '/$workspace/chat',
  '/$workspace/chat/$room',
  '/$workspace/dashboard',
  '/$workspace/dashboard/project',
  '/$workspace/dashboard/project/$space',
  '/$workspace/dashboard/project/$space/$',
  '/$workspace/dashboard/signatures',
  '/$workspace/dashboard/signatures/$signing',
  '/$workspace/dashboard/customer',
  '/$workspace/dashboard/customer/$customer',
  '/$workspace/dashboard/customer/$customer/$',
] as const;

const patterns = screens.map((screen) => {
  const parts = screen.split('/').map((part) => {
    if (part === '$') return '.+';
    if (part === '$workspace') return uuidSource;
    return part.startsWith('$') ? '[^/]+' : part;
  });
  return new RegExp(`^${parts.join('/')}/?$`, 'i');
});

/** Returns true for the path of a screen; whether its thing exists only the person's browser knows. */
export const isScreen = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
