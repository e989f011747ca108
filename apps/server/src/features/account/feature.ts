/** Puts the account feature together: its calls and its routes share their secrets and their counters. */

import { accountSecrets } from '../../accountSecrets.ts';
import type { Services } from '../../services.ts';
import { accountCalls } from './calls.ts';
import { authRoutes } from './routes.ts';
import { accountThrottles } from './throttles.ts';

export function accountFeature(services: Services) {
  const secrets = accountSecrets(services.dataPath);
  const throttles = accountThrottles(services.pool);
  return {
    calls: accountCalls(services, secrets, throttles),
    routes: authRoutes(services, secrets, throttles),
  };
}
