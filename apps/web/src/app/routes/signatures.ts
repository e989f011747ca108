/** Documents that people are asked to sign, and the page that verifies one, open to everybody. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { OpenLayout } from '../layouts/open.tsx';
import { rootRoute } from './root.tsx';
import { workspaceRoute } from './workspace.ts';

const signatures = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'signatures',
  staticData: { name: 'workspace-signatures' },
  component: lazyRouteComponent(() => import('../../screens/signatures/signatures.tsx'), 'Signatures'),
});

const signing = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'signatures/$signing',
  staticData: { name: 'workspace-signatures-signing' },
  component: lazyRouteComponent(() => import('../../screens/signatures/signing.tsx'), 'SigningPage'),
});

const ask = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'signatures/ask/$document',
  staticData: { name: 'workspace-signatures-ask-document' },
  component: lazyRouteComponent(() => import('../../screens/signatures/ask.tsx'), 'AskToSign'),
});

export const signatureRoutes = [signatures, signing, ask];

const verifyLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'verifying',
  component: OpenLayout,
});

const verify = createRoute({
  getParentRoute: () => verifyLayout,
  path: 'verify',
  staticData: { name: 'verify' },
  component: lazyRouteComponent(() => import('../../screens/signatures/verify.tsx'), 'Verify'),
});

/** Asks nobody to sign in, and reaches no server. */
export const verifyRoutes = verifyLayout.addChildren([verify]);
