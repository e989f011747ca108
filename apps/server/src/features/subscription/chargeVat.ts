/** Has the gateway charge another VAT as soon as the billing record leads to it. */
import type { Services } from '../../services.ts';
import { syncSubscription } from './sync.ts';

/** Brings what a workspace is charged in line with its billing record. If the gateway does not answer, the sweep at night does. */
export async function chargeVat({ payments, ...services }: Services, workspaceId: string): Promise<void> {
  if (!payments) return;
  try {
    await syncSubscription({ ...services, payments }, workspaceId);
  } catch (error) {
    services.log.error({ err: error, workspaceId }, 'the gateway did not hear of a changed billing record');
  }
}
