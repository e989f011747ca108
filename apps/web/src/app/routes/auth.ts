/** Pages for those who are not signed in. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loginSearch } from '../../features/auth/destination.ts';
import { Login } from '../../screens/auth/login.tsx';
import { requireGuest } from '../guards.ts';
import { AuthLayout } from '../layouts/auth.tsx';
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
  component: Login,
});

const register = createRoute({
  getParentRoute: () => authLayout,
  path: 'register',
  staticData: { name: 'register' },
  component: lazyRouteComponent(() => import('../../screens/auth/register.tsx'), 'Register'),
});

export const authRoutes = authLayout.addChildren([login, register]);
