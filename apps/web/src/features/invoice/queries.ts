import type { BillingRecord } from '@kontor/contract/wire/billingRecord';
import { useAnnounced, useWorkspaceNews } from '../../platform/workspace/announced.ts';
import { calls, useQuery } from '../../platform/workspace/calls.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { invoicesKey, subscriptionKey } from '../../platform/workspace/subscriptionKey.ts';

const recordKey = (workspaceId: string) => ['billingRecord', workspaceId];

/** Returns to whom the invoices of a workspace go; null until somebody said so. */
export const useBillingRecord = (workspaceId: string) =>
  useAnnounced({
    queryKey: recordKey(workspaceId),
    news: useWorkspaceNews(),
    queryFn: () => currentSession().invoices.record(workspaceId),
  });

/** Asks the server for it again, and waits until it is shown. */
export const reloadBillingRecord = (workspaceId: string) =>
  calls.invalidateQueries({ queryKey: recordKey(workspaceId) });

/**
 * Shows what was stored. Invoices that waited for it have their numbers now, and the VAT may be another: that comes first, so that
 * nobody orders at the price of before.
 */
export async function showBillingRecord(workspaceId: string, record: BillingRecord): Promise<void> {
  await calls.invalidateQueries({ queryKey: subscriptionKey(workspaceId) });
  calls.setQueriesData({ queryKey: recordKey(workspaceId) }, record);
}

/** Returns the invoices of a workspace, newest first. */
export const useInvoices = (workspaceId: string) =>
  useQuery({
    queryKey: invoicesKey(workspaceId),
    queryFn: () => currentSession().invoices.list(workspaceId),
  });
