import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { savesData } from '../../platform/savesData.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { loadParts } from '../../ui/lazyPart.tsx';

/** ms that the first screen has for itself. */
const grace = 2_000;

/**
 * Loads every screen once the first one stands, with what it shows only later: the records are all here, and an open tab must work on
 * when the line breaks, unless the browser is to save data. What does not arrive is asked for again when it is shown.
 * @param root the id of the route below which lies all that a customer sees; without it, all screens and the search
 */
export function usePreload(root?: string): void {
  const router = useRouter();
  useEffect(() => {
    const screens = async () => {
      const routes = Object.values(router.routesById).filter(({ id }) => !root || id.startsWith(root));
      await Promise.allSettled([
        import('../../platform/toast/host.tsx'),
        ...routes.map((route) => router.loadRouteChunk(route)),
      ]);
      await loadParts();
    };
    const timer = setTimeout(() => {
      void Promise.allSettled([
        savesData() || screens(),
        // It is built behind everything else, before somebody asks.
        root || currentWorkspace().records.search(),
      ]);
    }, grace);
    return () => clearTimeout(timer);
  }, [router, root]);
}
