import type { OpenWorkspace } from './workspace.ts';

/** Returns the server's time, ms, by which it ends what lasts for a while; the device's own before it has answered. */
export const serverNow = ({ serverTime }: Pick<OpenWorkspace['records'], 'serverTime'>): number =>
  serverTime() ?? Date.now();
