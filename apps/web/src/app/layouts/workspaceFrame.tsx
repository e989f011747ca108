import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { DefaultLayout } from './default.tsx';

const ClosedLayout = lazyPart(async () => (await import('./closed.tsx')).ClosedLayout);
const route = getRouteApi('/signed-in/$workspace');

/** Shows the frame of a workspace, or what is left of it where its subscription ended. */
export function WorkspaceFrame() {
  const { isClosed } = route.useRouteContext();
  if (!isClosed) return <DefaultLayout />;
  return (
    <Suspense>
      <ClosedLayout />
    </Suspense>
  );
}
