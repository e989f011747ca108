/** Opens the gateway that the settings name. */
import type { Env } from '../../env.ts';
import type { Services } from '../../services.ts';
import type { Clock } from '../clock.ts';
import { openSandbox } from './sandbox/sandbox.ts';
import type { SandboxStore } from './sandbox/store.ts';

interface Parts {
  env: Env;
  /** Where the sandbox keeps its customers. */
  store: SandboxStore;
  clock: Clock;
  dataPath: string;
}

/** Returns the gateway; nothing where the server bills nobody. Stripe's library is loaded only where it is used. */
export async function openPayments(parts: Parts): Promise<Pick<Services, 'payments' | 'sandbox'>> {
  switch (parts.env.BILLING) {
    case 'none':
      return {};
    case 'stripe':
      return { payments: (await import('./stripe/stripe.ts')).openStripe(parts) };
    case 'sandbox': {
      const sandbox = openSandbox(parts);
      return { payments: sandbox, sandbox };
    }
  }
}
