/** Puts the past of windowed scopes together. */
import type { EngineParts } from './engineParts.ts';
import { History, type HistoryContext } from './history.ts';
import { type HistoryParts, HistoryPuller } from './historyPuller.ts';

type Around = Pick<HistoryParts, 'records' | 'state' | 'windows' | 'opened' | 'onPage'> &
  Pick<HistoryContext, 'leads' | 'pull'>;

export const createHistory = (
  { workspaceId, transport, vault, clock, sweeps }: EngineParts,
  around: Around,
): History =>
  new History({
    ...around,
    puller: new HistoryPuller({ ...around, workspaceId, transport, vault }),
    now: () => clock.now(),
    sweeps: sweeps !== false,
  });
