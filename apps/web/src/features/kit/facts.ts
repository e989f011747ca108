import { serverOrigin } from '../../platform/desktop/servers.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import type { KitFacts } from './layout.ts';

/** Returns what the sheet says, printed now. */
export const factsOf = (words: readonly string[]): KitFacts => ({
  words,
  email: currentSession().user?.email ?? '',
  server: serverOrigin(),
  date: new Date(),
});
