import type { DesktopFiles } from './bridge.ts';

/**
 * Wipes what no page follows once its program lets go of it: what another account opened, or somebody at another server. What
 * is not uploaded stays, and what was saved beside it is offered to whoever opened it.
 */
export function closeUnfollowed(files: DesktopFiles, isFollowed: (id: string) => boolean): void {
  /** Those that it was tried with: what stays is told again, and stays again. */
  const asked = new Set<string>();
  files.onReleased((id) => {
    if (isFollowed(id) || asked.has(id)) return;
    asked.add(id);
    // What the computer refuses to wipe now, the end of the app does.
    files.close(id).catch(() => {});
  });
}
