/** Opens the gateway that the settings name. */
import type { Env } from '../../env.ts';
import type { Clock } from '../clock.ts';
import type { Payments } from './payments.ts';
import { openSandbox, type Sandbox } from './sandbox/sandbox.ts';
import type { SandboxStore } from './sandbox/store.ts';

interface Parts {
  env: Env;
  /** Where the sandbox keeps its customers. */
  store: SandboxStore;
  clock: Clock;
  dataPath: string;
}

interface OpenedPayments {
  payments?: Payments;
  /** The same gateway, where it is the one without money. */
  sandbox?: Sandbox;
}

/** Returns the gateway; nothing where the server bills nobody. Stripe's library is loaded only where it is used. */
export async function openPayments(parts: Parts): Promise<OpenedPayments> {
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
