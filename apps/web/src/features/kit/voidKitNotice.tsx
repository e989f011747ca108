import { lazy, Suspense } from 'react';
import { useSession } from '../../platform/workspace/session.ts';

// Few ever see it.
const VoidKit = lazy(async () => ({ default: (await import('./voidKit.tsx')).VoidKit }));

/** Tells whoever holds a sheet that opens nothing any more, wherever they are, until they have made another. */
export function VoidKitNotice() {
  const hasVoidKit = useSession((session) => session.user?.former.hasVoidKit ?? false);
  return (
    hasVoidKit && (
      <Suspense>
        <VoidKit />
      </Suspense>
    )
  );
}
