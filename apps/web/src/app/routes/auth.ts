/** Pages for those who are not signed in. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loginSearch } from '../../features/auth/destination.ts';
import { sessionReady } from '../../platform/workspace/session.ts';
import { joinSearch } from '../../screens/join/joinSearch.ts';
import { requireBilling, requireGuest } from '../guards.ts';
import { AuthLayout } from '../layouts/auth.tsx';
import { LoginPage } from '../loginPage.tsx';
import { rootRoute } from './root.tsx';

const authLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'auth',
  component: AuthLayout,
  validateSearch: loginSearch,
  beforeLoad: requireGuest,
});

const login = createRoute({
  getParentRoute: () => authLayout,
  path: 'login',
  staticData: { name: 'login' },
  component: LoginPage,
});

const register = createRoute({
  getParentRoute: () => authLayout,
  path: 'register',
  staticData: { name: 'register' },
  component: lazyRouteComponent(() => import('../../screens/auth/register.tsx'), 'Register'),
});

/** Open to everybody, signed in or not: an invitation is for who has an account, and for who makes one. */
const openLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'open',
  component: AuthLayout,
  beforeLoad: async () => {
    await sessionReady();
  },
});

const join = createRoute({
  getParentRoute: () => openLayout,
  path: 'join',
  staticData: { name: 'join' },
  validateSearch: joinSearch,
  component: lazyRouteComponent(() => import('../../screens/join/join.tsx'), 'Join'),
});

const cancel = createRoute({
  getParentRoute: () => openLayout,
  path: 'cancel',
  beforeLoad: requireBilling,
  staticData: { name: 'cancel' },
  component: lazyRouteComponent(() => import('../../screens/cancel/cancel.tsx'), 'Cancel'),
});

const recovery = createRoute({
  getParentRoute: () => authLayout,
  path: 'recovery',
  staticData: { name: 'recovery' },
  component: lazyRouteComponent(() => import('../../screens/auth/recovery.tsx'), 'Recovery'),
});

const formerDevice = createRoute({
  getParentRoute: () => authLayout,
  path: 'recovery/device',
  staticData: { name: 'recovery-device' },
  component: lazyRouteComponent(() => import('../../features/auth/recovery/formerForm.tsx'), 'FormerForm'),
});

export const authRoutes = [
  authLayout.addChildren([login, recovery, formerDevice, register]),
  openLayout.addChildren([join, cancel]),
];
