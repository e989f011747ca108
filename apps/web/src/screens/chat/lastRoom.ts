import { useRemembered } from '../../platform/draft/drafts.ts';

/** Returns the room that was open last in this workspace, by its id. */
export const useLastRoom = () => useRemembered<string | undefined>('last room', undefined);
