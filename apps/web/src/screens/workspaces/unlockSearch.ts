import { destination } from '../../features/auth/destination.ts';

interface UnlockSearch {
  workspace?: string;
  /** The page of the workspace that was to be opened. */
  redirect?: string;
}

/** Reads which workspace the unlock page is about, and where in it a link led. */
export const unlockSearch = ({ workspace, redirect }: Record<string, unknown>): UnlockSearch => ({
  ...(typeof workspace === 'string' && { workspace }),
  ...(typeof redirect === 'string' && { redirect }),
});

/** Returns where the unlocked workspace opens: where the link led, if that is a page of it. */
export function unlockedPath({ workspace = '', redirect }: UnlockSearch, origin: string): string {
  const home = `/${encodeURIComponent(workspace)}`;
  const path = redirect ? destination({ redirect }, origin) : home;
  return path.startsWith(`${home}/`) || path.startsWith(`${home}?`) ? path : home;
}
