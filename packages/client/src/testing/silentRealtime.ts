import type { Realtime } from '../http/realtime.ts';

/** A channel that never says anything: the client pulls when it is told to. */
export const silentRealtime: Realtime = {
  enterWorkspace: () => ({ tell: () => {}, leave: () => {} }),
  enterRoom: () => ({ typing: () => {}, leave: () => {} }),
  onNotification: () => () => {},
  state: 'connected',
  join: () => () => {},
  onState: () => () => {},
  connect: () => {},
  close: () => {},
};
