/** Waits for what others did, as the seeded firm's people see it. */
import type { Workspace } from '@kontor/client/workspace/workspace';

/** The collections whose changes seeding waits for. */
const awaited = ['member', 'customerUser', 'workingTime', 'month', 'room', 'message', 'task'] as const;

/** Resolves when something is here. */
export function pulled({ collections }: Workspace, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const look = () => {
      if (!holds()) return;
      for (const stop of stops) stop();
      resolve();
    };
    for (const name of awaited) stops.push(collections[name].subscribe(look));
    look();
  });
}
