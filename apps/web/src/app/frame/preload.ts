import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { savesData } from '../../platform/savesData.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { panels } from '../panels.ts';

/** Parts of screens that load when they are first shown. */
const parts = [
  // The alerts and the dialog that starts the timer come with it.
  () => import('./attached.tsx'),
  () => import('../../features/timeEntry/forgottenDialog.tsx'),
  () => import('./help.tsx'),
  () => import('./palette.tsx'),
  () => import('../../features/document/upload/uploadTray.tsx'),
  () => import('../../features/task/board/taskBoard.tsx'),
  () => import('../../features/task/timeline/taskTimeline.tsx'),
  () => import('../../ui/richText/editor.tsx'),
  () => import('../../platform/toast/host.tsx'),
];

/** ms that the first screen has for itself. */
const grace = 2_000;

/**
 * Loads every screen once the first one stands: the records are all here, and an open tab must work on when the line
 * breaks, unless the browser is to save data. What does not arrive is asked for again when it is shown.
 */
export function usePreload(): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      const screens = () => [
        ...Object.values(router.routesById).map((route) => router.loadRouteChunk(route)),
        ...Object.values(panels).map((panel) => panel.load()),
        ...parts.map((load) => load()),
      ];
      void Promise.allSettled([
        ...(savesData() ? [] : screens()),
        // It is built behind everything else, before somebody asks.
        currentWorkspace().records.search(),
      ]);
    }, grace);
    return () => clearTimeout(timer);
  }, [router]);
}
